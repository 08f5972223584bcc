/// What becomes of each letter of U+0080…U+1FFFF when case, marks and width are taken away: a table of our own, so that an index that one machine
/// has built is searched in the same way by every other. The foldings of the systems' libraries differ, and change with their versions.
///
/// Source: Unicode 15, as Foundation of Swift 6.3 folds on Linux without regard to case, diacritics and width, with those letters spelled out that
/// have no base letter. All numbers are hexadecimal.
enum FoldingTable {
    /// Letters and digits that become one other: `FIRST-LAST>ONE` all the same one, `FIRST-LAST+N` and `FIRST-LAST~N` each that many further on or
    /// back; `/2` of every second one.
    static let changed = """
        b5>3bc c0-c5>61 c7-c9/2~64 c8-ca/2>65 cb>65 cc-cf>69 d0>64 d1-d2~63 d3-d6>6f d8>6f d9-dc>75 dd>79 e0-e5>61 \
        e7-e9/2~84 e8-ea/2>65 eb>65 ec-ef>69 f0>64 f1-f2~83 f3-f6>6f f8>6f f9-fc>75 fd-ff/2>79 100-105>61 106-10d>63 \
        10e-111>64 112-11b>65 11c-123>67 124-125>68 126>127 128-131>69 132>133 134-135>6a 136-137>6b 139-13e>6c \
        13f>140 141-142>6c 143-149>6e 14a>14b 14c-151>6f 154-159>72 15a-161>73 162-165>74 166>167 168-173>75 \
        174-175>77 176-178>79 179-17e>7a 17f>73 181>253 182-184/2+1 186>254 187>188 189-18a+cd 18b>18c 18e>1dd 18f>259 \
        190>25b 191>192 193>260 194>263 196>269 197>268 198>199 19c>26f 19d>272 19f>275 1a0-1a1>6f 1a2-1a4/2+1 1a6>280 \
        1a7>1a8 1a9>283 1ac>1ad 1ae>288 1af-1b0>75 1b1-1b2+d9 1b3-1b5/2+1 1b7>292 1b8>1b9 1bc>1bd 1c4-1c5>1c6 \
        1c7-1c8>1c9 1ca-1cb>1cc 1cd-1ce>61 1cf-1d0>69 1d1-1d2>6f 1d3-1dc>75 1de-1e1>61 1e4>1e5 1e6-1e7>67 1e8-1e9>6b \
        1ea-1ed>6f 1ee-1ef>292 1f0>6a 1f1-1f2>1f3 1f4-1f5>67 1f6>195 1f7>1bf 1f8-1f9>6e 1fa-1fb>61 1fe-1ff>6f \
        200-203>61 204-207>65 208-20b>69 20c-20f>6f 210-213>72 214-217>75 218-219>73 21a-21b>74 21c>21d 21e-21f>68 \
        220>19e 222-224/2+1 226-227>61 228-229>65 22a-231>6f 232-233>79 23a>2c65 23b>23c 23d>19a 23e>2c66 241>242 \
        243>180 244>289 245>28c 246-24e/2+1 370-372/2+1 374>2b9 376>377 37e>3b 37f>3f3 386>3b1 388>3b5 389>3b7 38a>3b9 \
        38c>3bf 38e>3c5 38f>3c9 390>3b9 391-3a1+20 3a3-3a9+20 3aa>3b9 3ab>3c5 3ac>3b1 3ad>3b5 3ae>3b7 3af>3b9 3b0>3c5 \
        3c2>3c3 3ca>3b9 3cb-3cd/2>3c5 3cc>3bf 3ce>3c9 3cf>3d7 3d0>3b2 3d1>3b8 3d3-3d4>3d2 3d5>3c6 3d6>3c0 3d8-3ee/2+1 \
        3f0>3ba 3f1>3c1 3f4>3b8 3f5>3b5 3f7>3f8 3f9>3f2 3fa>3fb 3fd-3ff~82 400-401>435 402-40a/2+50 403>433 405>455 \
        407>456 409-40b/2+50 40c>43a 40d>438 40e>443 40f>45f 410-42e/2+20 411-417/2+20 419>438 41b-42f/2+20 439>438 \
        450-451>435 453>433 457>456 45c>43a 45d>438 45e>443 460-474/2+1 476-477>475 478-480/2+1 48a-4be/2+1 4c0>4cf \
        4c1-4c2>436 4c3-4cd/2+1 4d0-4d3>430 4d4>4d5 4d6-4d7>435 4d8-4da/2>4d9 4db>4d9 4dc-4dd>436 4de-4df>437 4e0>4e1 \
        4e2-4e5>438 4e6-4e7>43e 4e8-4ea/2>4e9 4eb>4e9 4ec-4ed>44d 4ee-4f3>443 4f4-4f5>447 4f6>4f7 4f8-4f9>44b \
        4fa-52e/2+1 531-556+30 10a0-10c5+1c60 10c7>2d27 10cd>2d2d 13a0-13ef+97d0 13f0-13f5+8 1c90-1cba~bc0 \
        1cbd-1cbf~bc0 1e00-1e01>61 1e02-1e07>62 1e08-1e09>63 1e0a-1e13>64 1e14-1e1d>65 1e1e-1e1f>66 1e20-1e21>67 \
        1e22-1e2b>68 1e2c-1e2f>69 1e30-1e35>6b 1e36-1e3d>6c 1e3e-1e43>6d 1e44-1e4b>6e 1e4c-1e53>6f 1e54-1e57>70 \
        1e58-1e5f>72 1e60-1e69>73 1e6a-1e71>74 1e72-1e7b>75 1e7c-1e7f>76 1e80-1e89>77 1e8a-1e8d>78 1e8e-1e8f>79 \
        1e90-1e95>7a 1e96>68 1e97>74 1e98>77 1e99>79 1e9b>73 1ea0-1eb7>61 1eb8-1ec7>65 1ec8-1ecb>69 1ecc-1ee3>6f \
        1ee4-1ef1>75 1ef2-1ef9>79 1efa-1efe/2+1 1f00-1f0f>3b1 1f10-1f15>3b5 1f18-1f1d>3b5 1f20-1f2f>3b7 1f30-1f3f>3b9 \
        1f40-1f45>3bf 1f48-1f4d>3bf 1f50-1f57>3c5 1f59-1f5f/2>3c5 1f60-1f6f>3c9 1f70-1f71>3b1 1f72-1f76/2~1bbd \
        1f73-1f77/2~1bbe 1f78-1f79>3bf 1f7a-1f7b>3c5 1f7c-1f7d>3c9 1f80-1f8f>3b1 1f90-1f9f>3b7 1fa0-1faf>3c9 \
        1fb0-1fbc/2>3b1 1fb1-1fb3/2>3b1 1fb7-1fbb/2>3b1 1fbe>3b9 1fc2-1fc4>3b7 1fc6-1fc7>3b7 1fc8-1fc9>3b5 \
        1fca-1fcc>3b7 1fd0-1fd3>3b9 1fd6-1fdb>3b9 1fe0-1fe3>3c5 1fe4-1fe5>3c1 1fe6-1feb>3c5 1fec>3c1 1fef>60 \
        1ff2-1ff4>3c9 1ff6-1ff7>3c9 1ff8-1ff9>3bf 1ffa-1ffc>3c9 2013>2d 2126>3c9 212a>6b 212b>61 2132>214e \
        2160-216f+10 2183>2184 2260>3d 226e>3c 226f>3e 24b6-24cf+1a 2c00-2c2f+30 2c60>2c61 2c62>26b 2c63>1d7d 2c64>27d \
        2c67-2c6b/2+1 2c6d>251 2c6e>271 2c6f>250 2c70>252 2c72>2c73 2c75>2c76 2c7e-2c7f~2a3f 2c80-2ce2/2+1 \
        2ceb-2ced/2+1 2cf2>2cf3 a640-a66c/2+1 a680-a69a/2+1 a722-a72e/2+1 a732-a76e/2+1 a779-a77b/2+1 a77d>1d79 \
        a77e-a786/2+1 a78b>a78c a78d>265 a790-a792/2+1 a796-a7a8/2+1 a7aa>266 a7ab>25c a7ac>261 a7ad>26c a7ae>26a \
        a7b0>29e a7b1>287 a7b2>29d a7b3>ab53 a7b4-a7c2/2+1 a7c4>a794 a7c5>282 a7c6>1d8e a7c7-a7c9/2+1 a7d0>a7d1 \
        a7d6-a7d8/2+1 a7f5>a7f6 ff01-ff20~fee0 ff21-ff3a~fec0 ff3b-ff5e~fee0 ff66>30f2 ff67>30a1 ff68>30a3 ff69>30a5 \
        ff6a>30a7 ff6b>30a9 ff6c>30e3 ff6d>30e5 ff6e>30e7 ff6f>30c3 ff70>30fc ff71>30a2 ff72>30a4 ff73>30a6 ff74>30a8 \
        ff75-ff76~cecb ff77>30ad ff78>30af ff79>30b1 ff7a>30b3 ff7b>30b5 ff7c>30b7 ff7d>30b9 ff7e>30bb ff7f>30bd \
        ff80>30bf ff81>30c1 ff82>30c4 ff83>30c6 ff84>30c8 ff85-ff8a~cebb ff8b>30d2 ff8c>30d5 ff8d>30d8 ff8e>30db \
        ff8f-ff93~ceb1 ff94>30e4 ff95>30e6 ff96-ff9b~ceae ff9c>30ef ff9d>30f3 ffa0>1160 ffa1-ffa2~eea1 \
        ffa3-ffa5/2~edf9 ffa4>1102 ffa6>11ad ffa7-ffa9~eea4 ffaa-ffaf~edfa ffb0>111a ffb1-ffb3~eeab ffb4>1121 \
        ffb5-ffbe~eeac ffc2-ffc7~ee61 ffca-ffcf~ee63 ffd2-ffd7~ee65 ffda-ffdc~ee67 10400-10427+28 104b0-104d3+28 \
        10570-10594/2+27 10571-10579/2+27 1057d-10589/2+27 1058d-10591/2+27 10595>105bc 10c80-10cb2+40 118a0-118bf+20 \
        16e40-16e5f+20 1e900-1e921+22
        """

    /// Letters that become several.
    static let spelledOut: [UInt32: String] = [
        0xc6: "ae", 0xde: "th", 0xdf: "ss", 0xe6: "ae", 0xfe: "th", 0x152: "oe", 0x153: "oe", 0x1e2: "ae",
        0x1e3: "ae", 0x1fc: "ae", 0x1fd: "ae", 0x587: "\u{565}\u{582}", 0xc48: "\u{c46}\u{c56}",
        0xf73: "\u{f71}\u{f72}", 0xf75: "\u{f71}\u{f74}", 0xf76: "\u{fb2}\u{f80}", 0xf78: "\u{fb3}\u{f80}",
        0xf81: "\u{f71}\u{f80}", 0xf93: "\u{f92}\u{fb7}", 0xf9d: "\u{f9c}\u{fb7}", 0xfa2: "\u{fa1}\u{fb7}",
        0xfa7: "\u{fa6}\u{fb7}", 0xfac: "\u{fab}\u{fb7}", 0xfb9: "\u{f90}\u{fb5}", 0x1e9a: "a\u{2be}", 0x1e9e: "ss",
        0xfb00: "ff", 0xfb01: "fi", 0xfb02: "fl", 0xfb03: "ffi", 0xfb04: "ffl", 0xfb05: "st", 0xfb06: "st",
        0xfb13: "\u{574}\u{576}", 0xfb14: "\u{574}\u{565}", 0xfb15: "\u{574}\u{56b}", 0xfb16: "\u{57e}\u{576}",
        0xfb17: "\u{574}\u{56d}", 0x1112e: "\u{11131}\u{11127}", 0x1112f: "\u{11132}\u{11127}",
    ]

    /// What vanishes: marks, and what joins.
    static let removed = """
        2bc 300-36f 483-489 1ab0-1ace 1dc0-1dff 200c 2018-2019 20d0-20f0 302a-302f fe00-fe0f fe20-fe2f 101fd \
        1cf00-1cf2d 1cf30-1cf46 1d165 1d167-1d169 1d16e-1d172 1d17b-1d182 1d185-1d18b 1d1aa-1d1ad 1d242-1d244 \
        1da00-1da36 1da3b-1da6c 1da75 1da84 1da9b-1da9f 1daa1-1daaf 1e02a 1e08f 1f3fb-1f3ff
        """

    /// What separates words: all that is no letter and no number.
    static let separating = """
        80-a9 ab-b1 b4 b6-b8 bb bf d7 f7 2c2-2c5 2d2-2df 2e5-2eb 2ed 2ef-2ff 375 378-379 380-385 387 38b 38d 3a2 3f6 \
        482 530 557-558 55a-55f 589-590 5be 5c0 5c3 5c6 5c8-5cf 5eb-5ee 5f3-60f 61b-61f 66a-66d 6d4 6dd-6de 6e9 \
        6fd-6fe 700-70f 74b-74c 7b2-7bf 7f6-7f9 7fb-7fc 7fe-7ff 82e-83f 85c-85f 86b-86f 888 890-896 8e2 964-965 970 \
        984 98d-98e 991-992 9a9 9b1 9b3-9b5 9ba-9bb 9c5-9c6 9c9-9ca 9cf-9d6 9d8-9db 9de 9e4-9e5 9f2-9f3 9fa-9fb 9fd \
        9ff-a00 a04 a0b-a0e a11-a12 a29 a31 a34 a37 a3a-a3b a3d a43-a46 a49-a4a a4e-a50 a52-a58 a5d a5f-a65 a76-a80 \
        a84 a8e a92 aa9 ab1 ab4 aba-abb ac6 aca ace-acf ad1-adf ae4-ae5 af0-af8 b00 b04 b0d-b0e b11-b12 b29 b31 b34 \
        b3a-b3b b45-b46 b49-b4a b4e-b54 b58-b5b b5e b64-b65 b70 b78-b81 b84 b8b-b8d b91 b96-b98 b9b b9d ba0-ba2 \
        ba5-ba7 bab-bad bba-bbd bc3-bc5 bc9 bce-bcf bd1-bd6 bd8-be5 bf3-bff c0d c11 c29 c3a-c3b c45 c49 c4e-c54 c57 \
        c5b c5e-c5f c64-c65 c70-c77 c7f c84 c8d c91 ca9 cb4 cba-cbb cc5 cc9 cce-cd4 cd7-cdb cdf ce4-ce5 cf0 cf4-cff \
        d0d d11 d45 d49 d4f-d53 d64-d65 d79 d80 d84 d97-d99 db2 dbc dbe-dbf dc7-dc9 dcb-dce dd5 dd7 de0-de5 df0-df1 \
        df4-e00 e3b-e3f e4f e5a-e80 e83 e85 e8b ea4 ea6 ebe-ebf ec5 ec7 ecf eda-edb ee0-eff f01-f17 f1a-f1f f34 f36 \
        f38 f3a-f3d f48 f6d-f70 f85 f98 fbd-fc5 fc7-fff 104a-104f 109e-109f 10c6 10c8-10cc 10ce-10cf 10fb 1249 \
        124e-124f 1257 1259 125e-125f 1289 128e-128f 12b1 12b6-12b7 12bf 12c1 12c6-12c7 12d7 1311 1316-1317 135b-135c \
        1360-1368 137d-137f 1390-139f 13f6-13f7 13fe-1400 166d-166e 1680 169b-169f 16eb-16ed 16f9-16ff 1716-171e \
        1735-173f 1754-175f 176d 1771 1774-177f 17d4-17d6 17d8-17db 17de-17df 17ea-17ef 17fa-180a 180e 181a-181f \
        1879-187f 18ab-18af 18f6-18ff 191f 192c-192f 193c-1945 196e-196f 1975-197f 19ac-19af 19ca-19cf 19db-19ff \
        1a1c-1a1f 1a5f 1a7d-1a7e 1a8a-1a8f 1a9a-1aa6 1aa8-1aaf 1ade-1adf 1aec-1aff 1b4d-1b4f 1b5a-1b6a 1b74-1b7f \
        1bf4-1bff 1c38-1c3f 1c4a-1c4c 1c7e-1c7f 1c8b-1c8f 1cbb-1cbc 1cc0-1ccf 1cd3 1cfb-1cff 1f16-1f17 1f1e-1f1f \
        1f46-1f47 1f4e-1f4f 1f58 1f5a 1f5c 1f5e 1f7e-1f7f 1fb5 1fbd 1fbf-1fc1 1fc5 1fcd-1fcf 1fd4-1fd5 1fdc-1fdf \
        1fed-1fee 1ff0-1ff1 1ff5 1ffd-200b 200e-2012 2014-2017 201a-206f 2072-2073 207a-207e 208a-208f 209d-20cf \
        20f1-2101 2103-2106 2108-2109 2114 2116-2118 211e-2123 2125 2127 2129 212e 213a-213b 2140-2144 214a-214d 214f \
        218a-225f 2261-226d 2270-245f 249c-24b5 2500-2775 2794-2bff 2ce5-2cea 2cf4-2cfc 2cfe-2cff 2d26 2d28-2d2c \
        2d2e-2d2f 2d68-2d6e 2d70-2d7e 2d97-2d9f 2da7 2daf 2db7 2dbf 2dc7 2dcf 2dd7 2ddf 2e00-2e2e 2e30-3004 3008-3020 \
        3030 3036-3037 303d-3040 3097-3098 309b-309c 30a0 30fb 3100-3104 3130 318f-3191 3196-319f 31c0-31ef 3200-321f \
        322a-3247 3250 3260-327f 328a-32b0 32c0-33ff 4dc0-4dff a48d-a4cf a4fe-a4ff a60d-a60f a62c-a63f a673 a67e \
        a6f2-a716 a720-a721 a789-a78a a7dd-a7f0 a828-a82b a82d-a82f a836-a83f a874-a87f a8c6-a8cf a8da-a8df a8f8-a8fa \
        a8fc a92e-a92f a954-a95f a97d-a97f a9c1-a9ce a9da-a9df a9ff aa37-aa3f aa4e-aa4f aa5a-aa5f aa77-aa79 aac3-aada \
        aade-aadf aaf0-aaf1 aaf7-ab00 ab07-ab08 ab0f-ab10 ab17-ab1f ab27 ab2f ab5b ab6a-ab6f abeb abee-abef abfa-abff \
        d7a4-d7af d7c7-d7ca d7fc-d7ff e000-f8ff fa6e-fa6f fada-faff fb07-fb12 fb18-fb1c fb29 fb37 fb3d fb3f fb42 fb45 \
        fbb2-fbd2 fd3e-fd4f fd90-fd91 fdc8-fdef fdfc-fdff fe10-fe1f fe30-fe6f fe75 fefd-ff00 ff5f-ff65 ffbf-ffc1 \
        ffc8-ffc9 ffd0-ffd1 ffd8-ffd9 ffdd-ffff 1000c 10027 1003b 1003e 1004e-1004f 1005e-1007f 100fb-10106 \
        10134-1013f 10179-10189 1018c-101fc 101fe-1027f 1029d-1029f 102d1-102df 102fc-102ff 10324-1032c 1034b-1034f \
        1037b-1037f 1039e-1039f 103c4-103c7 103d0 103d6-103ff 1049e-1049f 104aa-104af 104d4-104d7 104fc-104ff \
        10528-1052f 10564-1056f 1057b 1058b 10593 10596 105a2 105b2 105ba 105bd-105bf 105f4-105ff 10737-1073f \
        10756-1075f 10768-1077f 10786 107b1 107bb-107ff 10806-10807 10809 10836 10839-1083b 1083d-1083e 10856-10857 \
        10877-10878 1089f-108a6 108b0-108df 108f3 108f6-108fa 1091c-1091f 1093a-1093f 1095a-1097f 109b8-109bb \
        109d0-109d1 10a04 10a07-10a0b 10a14 10a18 10a36-10a37 10a3b-10a3e 10a49-10a5f 10a7f 10aa0-10abf 10ac8 \
        10ae7-10aea 10af0-10aff 10b36-10b3f 10b56-10b57 10b73-10b77 10b92-10ba8 10bb0-10bff 10c49-10c7f 10cb3-10cbf \
        10cf3-10cf9 10d28-10d2f 10d3a-10d3f 10d66-10d68 10d6e 10d86-10e5f 10e7f 10eaa 10ead-10eaf 10eb2-10ec1 \
        10ec8-10ef9 10f28-10f2f 10f55-10f6f 10f86-10faf 10fcc-10fdf 10ff7-10fff 11047-11051 11076-1107e 110bb-110c1 \
        110c3-110cf 110e9-110ef 110fa-110ff 11135 11140-11143 11148-1114f 11174-11175 11177-1117f 111c5-111c8 111cd \
        111db 111dd-111e0 111f5-111ff 11212 11238-1123d 11242-1127f 11287 11289 1128e 1129e 112a9-112af 112eb-112ef \
        112fa-112ff 11304 1130d-1130e 11311-11312 11329 11331 11334 1133a 11345-11346 11349-1134a 1134e-1134f \
        11351-11356 11358-1135c 11364-11365 1136d-1136f 11375-1137f 1138a 1138c-1138d 1138f 113b6 113c1 113c3-113c4 \
        113c6 113cb 113d4-113e0 113e3-113ff 1144b-1144f 1145a-1145d 11462-1147f 114c6 114c8-114cf 114da-1157f \
        115b6-115b7 115c1-115d7 115de-115ff 11641-11643 11645-1164f 1165a-1167f 116b9-116bf 116ca-116cf 116e4-116ff \
        1171b-1171c 1172c-1172f 1173c-1173f 11747-117ff 1183b-1189f 118f3-118fe 11907-11908 1190a-1190b 11914 11917 \
        11936 11939-1193a 11944-1194f 1195a-1199f 119a8-119a9 119d8-119d9 119e2 119e5-119ff 11a3f-11a46 11a48-11a4f \
        11a9a-11a9c 11a9e-11aaf 11af9-11b5f 11b68-11bbf 11be1-11bef 11bfa-11bff 11c09 11c37 11c41-11c4f 11c6d-11c71 \
        11c90-11c91 11ca8 11cb7-11cff 11d07 11d0a 11d37-11d39 11d3b 11d3e 11d48-11d4f 11d5a-11d5f 11d66 11d69 11d8f \
        11d92 11d99-11d9f 11daa-11daf 11ddc-11ddf 11dea-11edf 11ef7-11eff 11f11 11f3b-11f3d 11f43-11f4f 11f5b-11faf \
        11fb1-11fbf 11fd5-11fff 1239a-123ff 1246f-1247f 12544-12f8f 12ff1-12fff 13430-1343f 13456-1345f 143fb-143ff \
        14647-160ff 1613a-167ff 16a39-16a3f 16a5f 16a6a-16a6f 16abf 16aca-16acf 16aee-16aef 16af5-16aff 16b37-16b3f \
        16b44-16b4f 16b5a 16b62 16b78-16b7c 16b90-16d3f 16d6d-16d6f 16d7a-16e3f 16e97-16e9f 16eb9-16eba 16ed4-16eff \
        16f4b-16f4e 16f88-16f8e 16fa0-16fdf 16fe2 16fe5-16fef 16ff7-16fff 18cd6-18cfe 18d1f-18d7f 18df3-1afef 1aff4 \
        1affc 1afff 1b123-1b131 1b133-1b14f 1b153-1b154 1b156-1b163 1b168-1b16f 1b2fc-1bbff 1bc6b-1bc6f 1bc7d-1bc7f \
        1bc89-1bc8f 1bc9a-1bc9c 1bc9f-1ccef 1ccfa-1ceff 1cf2e-1cf2f 1cf47-1d164 1d16a-1d16c 1d173-1d17a 1d183-1d184 \
        1d18c-1d1a9 1d1ae-1d241 1d245-1d2bf 1d2d4-1d2df 1d2f4-1d35f 1d379-1d3ff 1d455 1d49d 1d4a0-1d4a1 1d4a3-1d4a4 \
        1d4a7-1d4a8 1d4ad 1d4ba 1d4bc 1d4c4 1d506 1d50b-1d50c 1d515 1d51d 1d53a 1d53f 1d545 1d547-1d549 1d551 \
        1d6a6-1d6a7 1d6c1 1d6db 1d6fb 1d715 1d735 1d74f 1d76f 1d789 1d7a9 1d7c3 1d7cc-1d7cd 1d800-1d9ff 1da37-1da3a \
        1da6d-1da74 1da76-1da83 1da85-1da9a 1daa0 1dab0-1deff 1df1f-1df24 1df2b-1dfff 1e007 1e019-1e01a 1e022 1e025 \
        1e02b-1e02f 1e06e-1e08e 1e090-1e0ff 1e12d-1e12f 1e13e-1e13f 1e14a-1e14d 1e14f-1e28f 1e2af-1e2bf 1e2fa-1e4cf \
        1e4fa-1e5cf 1e5fb-1e6bf 1e6df 1e6f6-1e6fd 1e700-1e7df 1e7e7 1e7ec 1e7ef 1e7ff 1e8c5-1e8c6 1e8d7-1e8ff \
        1e94c-1e94f 1e95a-1ec70 1ecac 1ecb0 1ecb5-1ed00 1ed2e 1ed3e-1edff 1ee04 1ee20 1ee23 1ee25-1ee26 1ee28 1ee33 \
        1ee38 1ee3a 1ee3c-1ee41 1ee43-1ee46 1ee48 1ee4a 1ee4c 1ee50 1ee53 1ee55-1ee56 1ee58 1ee5a 1ee5c 1ee5e 1ee60 \
        1ee63 1ee65-1ee66 1ee6b 1ee73 1ee78 1ee7d 1ee7f 1ee8a 1ee9c-1eea0 1eea4 1eeaa 1eebc-1f0ff 1f10d-1f12f \
        1f14a-1f14f 1f16a-1f16f 1f18a-1f3fa 1f400-1fbef 1fbfa-1ffff
        """
}
