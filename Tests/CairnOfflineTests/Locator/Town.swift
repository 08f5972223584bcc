/// Small tables that tests build locators from.
enum Town {
    static let addresses = """
        number,street,city,state,postcode,name,lon,lat
        12,North Main Street,Springfield,IL,62701,,-89.650,39.800
        12A,North Main Street,Springfield,IL,62701,,-89.6501,39.8001
        14,North Main Street,Springfield,IL,62701,City Hall,-89.651,39.801
        12,South Main Street,Springfield,IL,62703,,-89.650,39.780
        131 1/2,Grove Street,Springfield,IL,62701,,-89.640,39.790
        5,Fifth Avenue,Shelbyville,IL,62565,,-88.800,39.400
        37-15,Saint Mark's Place,Shelbyville,IL,62565,,-88.810,39.410
        7,Rue de l'Église,Montréal,QC,H2X,,-73.560,45.500
        """

    static let ranges = """
        from;to;interpolation;street;city;state;postcode;geometry
        100;198;even;Elm Road;Springfield;IL;62704;LINESTRING(-89.70 39.80, -89.69 39.80, -89.69 39.81)
        199;101;odd;Elm Road;Springfield;IL;62704;LINESTRING(-89.70 39.8001, -89.69 39.8001)
        1;1;all;Dead End;Springfield;IL;62704;LINESTRING(-89.60 39.80, -89.60 39.81)
        """

    static let places = """
        lat,lon,name,admin1,admin2,cc
        39.80,-89.64,Springfield,Illinois,Sangamon,US
        37.21,-93.29,Springfield,Missouri,Greene,US
        48.8566,2.3522,Paris,Île-de-France,,FR
        33.66,-95.55,Paris,Texas,Lamar,US
        -16.5,179.99,Tavua,Northern,,FJ
        """
}
