"""Names and codes of countries and states, as people write them."""

STATES = dict(zip(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(),
    ("Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,"
     "Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,"
     "New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,"
     "Virginia,Washington,West Virginia,Wisconsin,Wyoming").split(",")))
# The abbreviations that were usual before the postal ones.
OLD_STATES = {"Massachusetts": "Mass.", "California": "Calif.", "Pennsylvania": "Penn.", "Connecticut": "Conn.", "Illinois": "Ill.", "Michigan": "Mich.",
              "Minnesota": "Minn.", "Tennessee": "Tenn.", "Wisconsin": "Wis.", "Washington": "Wash.", "Florida": "Fla.", "Alabama": "Ala.",
              "Colorado": "Colo.", "Texas": "Tex.", "Oklahoma": "Okla.", "Arizona": "Ariz.", "Nebraska": "Neb.", "Indiana": "Ind."}
CODES = {name: code for code, name in STATES.items()}
COUNTRIES = {
    "US": ["United States", "USA", "U.S.A.", "US"], "GB": ["United Kingdom", "UK", "Great Britain"], "DE": ["Germany", "Deutschland"], "FR": ["France"],
    "ES": ["Spain", "España"], "IT": ["Italy", "Italia"], "AT": ["Austria", "Österreich"], "CH": ["Switzerland", "Schweiz"], "LI": ["Liechtenstein"],
    "NL": ["Netherlands"], "BE": ["Belgium"], "PT": ["Portugal"], "PL": ["Poland"], "CZ": ["Czech Republic", "Czechia"], "HU": ["Hungary"],
    "RO": ["Romania"], "BG": ["Bulgaria"], "GR": ["Greece"], "TR": ["Turkey"], "RU": ["Russia"], "UA": ["Ukraine"], "SE": ["Sweden"], "NO": ["Norway"],
    "FI": ["Finland"], "DK": ["Denmark"], "IE": ["Ireland"], "CA": ["Canada"], "MX": ["Mexico", "México"], "CR": ["Costa Rica"], "CU": ["Cuba"],
    "GT": ["Guatemala"], "HN": ["Honduras"], "NI": ["Nicaragua"], "PA": ["Panama"], "CO": ["Colombia"], "VE": ["Venezuela"], "EC": ["Ecuador"],
    "PE": ["Peru"], "BO": ["Bolivia"], "CL": ["Chile"], "AR": ["Argentina"], "UY": ["Uruguay"], "PY": ["Paraguay"], "BR": ["Brazil", "Brasil"],
    "JP": ["Japan"], "CN": ["China"], "KR": ["South Korea"], "IN": ["India"], "PK": ["Pakistan"], "BD": ["Bangladesh"], "ID": ["Indonesia"],
    "PH": ["Philippines"], "TH": ["Thailand"], "VN": ["Vietnam"], "MY": ["Malaysia"], "AU": ["Australia"], "NZ": ["New Zealand"], "ZA": ["South Africa"],
    "NG": ["Nigeria"], "KE": ["Kenya"], "EG": ["Egypt"], "MA": ["Morocco"], "DZ": ["Algeria"], "TN": ["Tunisia"], "IL": ["Israel"], "IR": ["Iran"],
    "SA": ["Saudi Arabia"], "HR": ["Croatia"], "RS": ["Serbia"], "SK": ["Slovakia"], "SI": ["Slovenia"]}
