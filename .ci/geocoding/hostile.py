"""Queries that try to break things: whatever is answered, or a clear error, but soon."""
from address import draw, line
from query import asked, named

FRAGMENTS = ['"', "'", "*", "NEAR(", "AND", "OR NOT", "^", ":", "-", "(", ")", "{name:", "%00", "\\", ";--", "name:*", "NULL", "$1", "</a>", "&amp;", "&#0;", "%", "_", "..",
             "\n", "\t",
             "\r\n", "\0", "½", "🏠", "👨‍👩‍👧‍👦", "\u200f", "\u202e", "\ufeff", "e\u0301" * 20, "\ufffd", "ﬁ", "İ", "ß", "𝔅𝔞𝔫𝔨", "１２", "٣", "Ⅻ", "-0", "1e309", "9" * 40, "NaN", "0x10"]
WHOLE = ["", " ", "\0", ",", ",,,,", "!?.;", "&", "&&", "and", "/", "@", "# #", "131 1/2", "1/2", "12-", "-12", "12-14-16",
         "½", "corner of", "corner of and", "at", "A & ", " & B", "Apt", "Apt 5",
         "2nd Floor", "#", "12", "0", "-1", "99999999999999999999", "street", "st st st st", "n s e w", "the", "a", "é", "🏠" * 100, "\u0301" * 100, "*" * 1000, '"' * 999, "(" * 5000, "a" * 200_000,
         "Bank Street " * 16_000, "1 " * 100_000, "ab " * 60_000, "x,y," * 40_000, "東" * 60_000, "Main St & " * 2_000]


@named("hostile/whole")
def whole(world, roll):
    return asked("geocode", roll.choice(WHOLE), [], any=True)


@named("hostile/within")
def within(world, roll):
    house, number = draw(world, roll)
    text = line(house, number)
    for _ in range(roll.randrange(1, 4)):
        at = roll.randrange(len(text) + 1)
        text = text[:at] + roll.choice(["", " "]) + roll.choice(FRAGMENTS) + roll.choice(["", " "]) + text[at:]
    return asked("geocode", text, [], any=True)


@named("hostile/noise")
def noise(world, roll):
    blocks = [(32, 127), (0xA0, 0x2000), (0x3000, 0xD000), (0x1F000, 0x1FA00)]
    return asked("geocode", "".join(chr(roll.randrange(*roll.choice(blocks))) for _ in range(roll.randrange(1, 200))), [], any=True)


@named("hostile/suggest")
def suggest(world, roll):
    return asked("suggest", roll.choice(WHOLE + FRAGMENTS), [], any=True)
