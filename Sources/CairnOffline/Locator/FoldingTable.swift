/// What becomes of each letter of U+0080…U+FFFF when case, marks and width are taken away: a table of our own, so that an index that one machine
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
        ffb5-ffbe~eeac ffc2-ffc7~ee61 ffca-ffcf~ee63 ffd2-ffd7~ee65 ffda-ffdc~ee67
        """

    /// Letters that become several.
    static let spelledOut: [UInt16: String] = [
        0xc6: "ae", 0xde: "th", 0xdf: "ss", 0xe6: "ae", 0xfe: "th", 0x152: "oe", 0x153: "oe", 0x1e2: "ae",
        0x1e3: "ae", 0x1fc: "ae", 0x1fd: "ae", 0x587: "\u{565}\u{582}", 0x1e9a: "a\u{2be}", 0x1e9e: "ss",
        0xfb00: "ff", 0xfb01: "fi", 0xfb02: "fl", 0xfb03: "ffi", 0xfb04: "ffl", 0xfb05: "st", 0xfb06: "st",
        0xfb13: "\u{574}\u{576}", 0xfb14: "\u{574}\u{565}", 0xfb15: "\u{574}\u{56b}", 0xfb16: "\u{57e}\u{576}",
        0xfb17: "\u{574}\u{56d}",
    ]

    /// What vanishes: marks, and what joins.
    static let removed = """
        2bc 300-36f 483-489 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 64b-65f 670 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed 711 \
        730-74a 7a6-7b0 7eb-7f3 7fd 816-819 81b-823 825-827 829-82d 859-85b 898-89f 8ca-8e1 8e3-902 93a 93c 941-948 \
        94d 951-957 962-963 981 9bc 9be 9c1-9c4 9cd 9d7 9e2-9e3 9fe a01-a02 a3c a41-a42 a47-a48 a4b-a4d a51 a70-a71 \
        a75 a81-a82 abc ac1-ac5 ac7-ac8 acd ae2-ae3 afa-aff b01 b3c b3e-b3f b41-b44 b4d b55-b57 b62-b63 b82 bbe bc0 \
        bcd bd7 c00 c04 c3c c3e-c40 c46-c48 c4a-c4d c55-c56 c62-c63 c81 cbc cbf cc2 cc6 ccc-ccd cd5-cd6 ce2-ce3 \
        d00-d01 d3b-d3c d3e d41-d44 d4d d57 d62-d63 d81 dca dcf dd2-dd4 dd6 ddf e31 e34-e3a e47-e4e eb1 eb4-ebc \
        ec8-ece f18-f19 f35 f37 f39 f71-f7e f80-f84 f86-f87 f8d-f97 f99-fbc fc6 102d-1030 1032-1037 1039-103a \
        103d-103e 1058-1059 105e-1060 1071-1074 1082 1085-1086 108d 109d 135d-135f 1712-1714 1732-1733 1752-1753 \
        1772-1773 17b4-17b5 17b7-17bd 17c6 17c9-17d3 17dd 180b-180d 180f 1885-1886 18a9 1920-1922 1927-1928 1932 \
        1939-193b 1a17-1a18 1a1b 1a56 1a58-1a5e 1a60 1a62 1a65-1a6c 1a73-1a7c 1a7f 1ab0-1ace 1b00-1b03 1b34-1b3a 1b3c \
        1b42 1b6b-1b73 1b80-1b81 1ba2-1ba5 1ba8-1ba9 1bab-1bad 1be6 1be8-1be9 1bed 1bef-1bf1 1c2c-1c33 1c36-1c37 \
        1cd0-1cd2 1cd4-1ce0 1ce2-1ce8 1ced 1cf4 1cf8-1cf9 1dc0-1dff 200c 2018-2019 20d0-20f0 2cef-2cf1 2d7f 2de0-2dff \
        302a-302f 3099-309a a66f-a672 a674-a67d a69e-a69f a6f0-a6f1 a802 a806 a80b a825-a826 a82c a8c4-a8c5 a8e0-a8f1 \
        a8ff a926-a92d a947-a951 a980-a982 a9b3 a9b6-a9b9 a9bc-a9bd a9e5 aa29-aa2e aa31-aa32 aa35-aa36 aa43 aa4c aa7c \
        aab0 aab2-aab4 aab7-aab8 aabe-aabf aac1 aaec-aaed aaf6 abe5 abe8 abed fb1e fe00-fe0f fe20-fe2f ff9e-ff9f
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
        ffc8-ffc9 ffd0-ffd1 ffd8-ffd9 ffdd-ffff
        """
}
