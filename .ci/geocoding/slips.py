"""What fingers and ears make of a word. Every function takes a random number generator and a word and gives another, or None."""
import re

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def insert(roll, word):
    at = roll.randrange(1, len(word) + 1)
    return word[:at] + roll.choice(LETTERS) + word[at:]


def delete(roll, word):
    at = roll.randrange(len(word))
    return word[:at] + word[at + 1:]


def replace(roll, word):
    at = roll.randrange(len(word))
    return word[:at] + roll.choice(LETTERS.replace(word[at].lower(), "")) + word[at + 1:]


def transpose(roll, word):
    places = [i for i in range(len(word) - 1) if word[i].lower() != word[i + 1].lower()]
    if not places:
        return None
    at = roll.choice(places)
    return word[:at] + word[at + 1] + word[at] + word[at + 2:]


KINDS = {"insert": insert, "delete": delete, "replace": replace, "transpose": transpose}
SOUNDS = [("ph", "f"), ("f", "ph"), ("ck", "k"), ("ie", "ei"), ("ei", "ie"), ("c(?=[eiy])", "s"), ("s(?=[eiy])", "c"), ("c(?=[aou])", "k"),
          ("k(?=[aou])", "c"), (r"([bdfglmnprt])\1", r"\1"), (r"(?<=[aeiou])([lmnprt])(?=[aeiou])", r"\1\1"), ("(?<=..)e$", ""), ("ough", "o"),
          ("tion", "shun"), ("(?<=..)y$", "ie"), ("ee", "ea"), ("ea", "ee"), ("ai", "ay"), ("ay", "ai"), ("z", "s"), ("wh", "w"), ("^kn", "n"),
          ("qu", "kw"), ("x", "ks"), ("oo", "u"), ("er$", "or"), ("or$", "er"), ("gh", "g"), ("sch", "sh"), ("dt", "t"), ("tz", "z"),
          ("(?<!s)ch(?=[aeiou])", "tch"), ("ou", "ow"), ("ow", "ou"), ("ey$", "y"), ("al$", "el"), ("an$", "en"), ("ä", "e"), ("j", "y"), ("th", "t")]


def misheard(roll, word):
    """One or, in long words, two sounds written otherwise."""
    changed = word.lower()
    for _ in range(roll.choice([1, 2]) if len(word) > 6 else 1):
        fitting = [(a, b) for a, b in SOUNDS if re.search(a, changed)]
        if not fitting:
            break
        changed = re.sub(*roll.choice(fitting), changed, count=1)
    return changed.capitalize() if changed != word.lower() else None
