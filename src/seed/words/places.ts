type Spot = string | readonly [name: string, address: string]
type City = readonly [name: string, code: string | null, ...spots: Spot[]]

type Country = {
  /** Numeric code of the country and below it of the cities, as gazetteers have them. */
  readonly code: string
  /** Languages whose creators are at home there. */
  readonly languages: readonly string[]
  readonly cities: readonly City[]
}

/** The first countries are the most visited ones. */
export const countries: readonly Country[] = [
  {
    code: '6252001',
    languages: ['en'],
    cities: [
      [
        'New York',
        '5128581',
        ['Central Park', 'Manhattan, New York, NY'],
        ['Brooklyn Bridge', 'Brooklyn Bridge, New York, NY 10038'],
        ['Coney Island Beach', 'Riegelmann Boardwalk, Brooklyn, NY'],
        'Times Square'
      ],
      [
        'Los Angeles',
        '5368361',
        ['Venice Beach', 'Ocean Front Walk, Venice, CA 90291'],
        ['Griffith Observatory', '2800 E Observatory Rd, Los Angeles, CA'],
        'Echo Park'
      ],
      ['Chicago', '4887398', ['Millennium Park', '201 E Randolph St, Chicago, IL'], 'Wicker Park'],
      ['Austin', '4671654', ['Barton Springs', '2131 William Barton Dr, Austin, TX'], 'South Congress Avenue'],
      ['Yosemite Valley', null]
    ]
  },
  {
    code: '2635167',
    languages: ['en'],
    cities: [
      [
        'London',
        '2643743',
        ['Borough Market', '8 Southwark St, London SE1 1TL'],
        ['Camden Lock', 'Camden Lock Pl, London NW1'],
        ['Tower Bridge', 'Tower Bridge Rd, London SE1 2UP'],
        'Hampstead Heath'
      ],
      ['Edinburgh', '2650225', ['Arthur’s Seat', 'Holyrood Park, Edinburgh'], 'Royal Mile'],
      ['Manchester', '2643123', ['Northern Quarter', 'Manchester M1']],
      ['Brighton', '2654710', 'Brighton Palace Pier']
    ]
  },
  {
    code: '1861060',
    languages: ['ja'],
    cities: [
      [
        'Tokyo',
        '1850147',
        ['渋谷スクランブル交差点', '東京都渋谷区'],
        ['浅草寺', '東京都台東区浅草2-3-1'],
        ['代々木公園', '東京都渋谷区代々木神園町'],
        '下北沢'
      ],
      ['Osaka', '1853909', ['道頓堀', '大阪府大阪市中央区'], ['大阪城公園', '大阪府大阪市中央区大阪城']],
      ['Kyoto', '1857910', ['伏見稲荷大社', '京都府京都市伏見区深草藪之内町68'], '嵐山竹林の小径'],
      ['富士山', null]
    ]
  },
  {
    code: '3469034',
    languages: ['pt'],
    cities: [
      [
        'São Paulo',
        '3448439',
        ['Avenida Paulista', 'Av. Paulista, São Paulo - SP'],
        ['Parque Ibirapuera', 'Av. Pedro Álvares Cabral, São Paulo - SP'],
        'Beco do Batman'
      ],
      [
        'Rio de Janeiro',
        '3451190',
        ['Praia de Copacabana', 'Av. Atlântica, Rio de Janeiro - RJ'],
        ['Pão de Açúcar', 'Urca, Rio de Janeiro - RJ'],
        'Santa Teresa'
      ],
      ['Salvador', '3450554', ['Pelourinho', 'Centro Histórico, Salvador - BA']]
    ]
  },
  {
    code: '3017382',
    languages: ['fr'],
    cities: [
      [
        'Paris',
        '2988507',
        ['Tour Eiffel', '5 Avenue Anatole France, 75007 Paris'],
        ['Montmartre', '75018 Paris'],
        ['Canal Saint-Martin', 'Quai de Valmy, 75010 Paris'],
        'Le Marais'
      ],
      ['Lyon', '2996944', ['Vieux Lyon', '69005 Lyon']],
      ['Marseille', '2995469', ['Calanque de Sugiton', 'Parc national des Calanques, Marseille'], 'Vieux-Port']
    ]
  },
  {
    code: '3996063',
    languages: ['es'],
    cities: [
      [
        'Ciudad de México',
        '3530597',
        ['Bosque de Chapultepec', 'Miguel Hidalgo, CDMX'],
        ['Coyoacán', 'Alcaldía Coyoacán, CDMX'],
        'Xochimilco'
      ],
      ['Guadalajara', '4005539', 'Tlaquepaque'],
      ['Oaxaca', '3522507', ['Mercado 20 de Noviembre', '20 de Noviembre 512, Oaxaca']]
    ]
  },
  {
    code: '2510769',
    languages: ['es'],
    cities: [
      [
        'Madrid',
        '3117735',
        ['Parque del Retiro', 'Plaza de la Independencia 7, 28001 Madrid'],
        ['El Rastro', 'Ribera de Curtidores, Madrid'],
        'Malasaña'
      ],
      [
        'Barcelona',
        '3128760',
        ['Park Güell', 'Gràcia, 08024 Barcelona'],
        ['Playa de la Barceloneta', 'Passeig Marítim, Barcelona']
      ],
      ['Sevilla', '2510911', 'Plaza de España']
    ]
  },
  {
    code: '3865483',
    languages: ['es'],
    cities: [
      ['Buenos Aires', '3435910', ['Caminito', 'La Boca, Buenos Aires'], ['Palermo Soho', 'Palermo, Buenos Aires']],
      ['Bariloche', '7647007']
    ]
  },
  {
    code: '3686110',
    languages: ['es'],
    cities: [
      ['Bogotá', '3688689', 'La Candelaria'],
      ['Medellín', '3674962', ['Comuna 13', 'San Javier, Medellín']],
      ['Cartagena', '3687238']
    ]
  },
  {
    code: '2921044',
    languages: ['de'],
    cities: [
      [
        'Berlin',
        '2950159',
        ['Tempelhofer Feld', 'Tempelhofer Damm, 12101 Berlin'],
        ['Mauerpark', 'Bernauer Str. 63, 13355 Berlin'],
        'Brandenburger Tor'
      ],
      ['Hamburg', '2911298', ['Speicherstadt', '20457 Hamburg']],
      ['München', '2867714', ['Englischer Garten', '80538 München']]
    ]
  },
  {
    code: '2782113',
    languages: ['de'],
    cities: [
      ['Wien', '2761369', ['Naschmarkt', '1060 Wien'], 'Prater'],
      ['Hallstatt', null]
    ]
  },
  {
    code: '2658434',
    languages: ['de', 'fr'],
    cities: [
      ['Zürich', '2657896'],
      ['Zermatt', '2657928', 'Matterhorn']
    ]
  },
  {
    code: '3175395',
    languages: ['it'],
    cities: [
      ['Roma', '3169070', ['Trastevere', '00153 Roma'], ['Colosseo', 'Piazza del Colosseo 1, 00184 Roma']],
      ['Napoli', '3172394', ['Spaccanapoli', 'Via Benedetto Croce, Napoli']],
      ['Firenze', '3176959', 'Ponte Vecchio'],
      ['Milano', '3173435', 'Navigli']
    ]
  },
  {
    code: '2264397',
    languages: ['pt'],
    cities: [
      ['Lisboa', '2267057', ['Miradouro da Graça', 'Calçada da Graça, Lisboa'], 'Alfama'],
      ['Porto', '2735943', 'Ribeira']
    ]
  },
  {
    code: '1643084',
    languages: ['id'],
    cities: [
      ['Jakarta', '1642911', ['Kota Tua', 'Jakarta Barat'], ['Monas', 'Gambir, Jakarta Pusat']],
      ['Yogyakarta', '1621177', ['Jalan Malioboro', 'Sosromenduran, Yogyakarta'], 'Candi Prambanan'],
      ['Bali', '1650535', ['Pantai Kuta', 'Kuta, Badung, Bali'], ['Ubud', 'Gianyar, Bali']]
    ]
  },
  {
    code: '298795',
    languages: ['tr'],
    cities: [
      [
        'İstanbul',
        '745044',
        ['Galata Kulesi', 'Bereketzade, Beyoğlu, İstanbul'],
        ['Kadıköy Çarşı', 'Kadıköy, İstanbul'],
        'Kapalıçarşı'
      ],
      ['Kapadokya', null, ['Göreme', 'Nevşehir']],
      ['İzmir', '311046', 'Kordon']
    ]
  },
  {
    code: '102358',
    languages: ['ar'],
    cities: [
      ['الرياض', '108410', ['البوليفارد', 'حطين، الرياض']],
      ['جدة', '105343', ['كورنيش جدة', 'جدة'], 'البلد']
    ]
  },
  {
    code: '357994',
    languages: ['ar'],
    cities: [
      ['القاهرة', '360630', ['خان الخليلي', 'الجمالية، القاهرة'], 'كورنيش النيل'],
      ['الإسكندرية', '361058']
    ]
  },
  {
    code: '2542007',
    languages: ['ar', 'fr'],
    cities: [
      ['مراكش', '2542997', ['جامع الفنا', 'المدينة القديمة، مراكش']],
      ['شفشاون', '2553455']
    ]
  },
  {
    code: '290557',
    languages: ['ar', 'en'],
    cities: [
      ['دبي', '292223', 'خور دبي'],
      ['أبوظبي', '292968']
    ]
  },
  {
    code: '294640',
    languages: ['he'],
    cities: [
      ['תל אביב', '293397', ['שוק הכרמל', 'הכרמל, תל אביב'], ['נמל יפו', 'יפו']],
      ['ירושלים', '281184', 'שוק מחנה יהודה'],
      ['חיפה', '294801']
    ]
  },
  {
    code: '1269750',
    languages: ['hi', 'en'],
    cities: [
      ['Mumbai', '1275339', ['Marine Drive', 'Netaji Subhash Chandra Bose Rd, Mumbai'], 'Bandra'],
      ['दिल्ली', '1273294', ['चाँदनी चौक', 'पुरानी दिल्ली'], ['इंडिया गेट', 'कर्तव्य पथ, नई दिल्ली']],
      ['Jaipur', '1269515', 'Hawa Mahal'],
      ['Bengaluru', '1277333', ['Cubbon Park', 'Kasturba Road, Bengaluru']]
    ]
  },
  {
    code: '1210997',
    languages: ['bn'],
    cities: [
      ['ঢাকা', '1185241', ['হাতিরঝিল', 'তেজগাঁও, ঢাকা'], 'পুরান ঢাকা'],
      ['কক্সবাজার', '1336134', 'কক্সবাজার সমুদ্র সৈকত']
    ]
  },
  {
    code: '1605651',
    languages: ['th'],
    cities: [
      [
        'กรุงเทพมหานคร',
        '1609350',
        ['ตลาดนัดจตุจักร', 'ถนนกำแพงเพชร 2 กรุงเทพฯ'],
        ['เยาวราช', 'เขตสัมพันธวงศ์ กรุงเทพฯ'],
        'วัดอรุณ'
      ],
      ['เชียงใหม่', '1153671', 'ประตูท่าแพ'],
      ['ภูเก็ต', '1151254']
    ]
  },
  {
    code: '1835841',
    languages: ['ko'],
    cities: [
      [
        '서울',
        '1835848',
        ['홍대거리', '서울특별시 마포구'],
        ['경복궁', '서울특별시 종로구 사직로 161'],
        ['여의도 한강공원', '서울특별시 영등포구'],
        '성수동'
      ],
      ['부산', '1838524', ['해운대해수욕장', '부산광역시 해운대구']],
      ['제주', '1846266', '성산일출봉']
    ]
  },
  {
    code: '1668284',
    languages: ['zh'],
    cities: [
      ['台北', '1668341', ['士林夜市', '台北市士林區'], ['象山步道', '台北市信義區']],
      ['九份', null]
    ]
  },
  {
    code: '1814991',
    languages: ['zh'],
    cities: [
      ['上海', '1796236', ['外滩', '上海市黄浦区中山东一路'], '武康路'],
      ['成都', '1815286', ['宽窄巷子', '成都市青羊区']],
      ['西安', '1790630', '回民街']
    ]
  },
  {
    code: '1880251',
    languages: ['zh', 'en'],
    cities: [['Singapore', '1880252', ['Gardens by the Bay', '18 Marina Gardens Dr, Singapore'], 'Lau Pa Sat']]
  },
  {
    code: '1562822',
    languages: ['vi'],
    cities: [
      ['Thành phố Hồ Chí Minh', '1566083', ['Chợ Bến Thành', 'Quận 1, TP. Hồ Chí Minh'], 'Phố đi bộ Nguyễn Huệ'],
      ['Hà Nội', '1581130', ['Hồ Hoàn Kiếm', 'Hoàn Kiếm, Hà Nội'], 'Phố cổ Hà Nội'],
      ['Hội An', '1580541']
    ]
  },
  {
    code: '2017370',
    languages: ['ru'],
    cities: [
      ['Москва', '524901', ['Парк Горького', 'ул. Крымский Вал, 9, Москва'], 'Арбат'],
      ['Санкт-Петербург', '498817', ['Невский проспект', 'Санкт-Петербург'], 'Новая Голландия'],
      ['Озеро Байкал', null]
    ]
  },
  {
    code: '1522867',
    languages: ['ru'],
    cities: [
      ['Алматы', '1526384', ['Кок-Тобе', 'Алматы']],
      ['Астана', '1526273']
    ]
  },
  {
    code: '390903',
    languages: ['el'],
    cities: [
      ['Αθήνα', '264371', ['Ακρόπολη', 'Αθήνα 105 58'], 'Μοναστηράκι'],
      ['Θεσσαλονίκη', '734077', 'Λευκός Πύργος'],
      ['Σαντορίνη', '252920']
    ]
  },
  {
    code: '2328926',
    languages: ['en'],
    cities: [['Lagos', '2332459', ['Tarkwa Bay', 'Lagos Island, Lagos'], 'Lekki']]
  },
  {
    code: '953987',
    languages: ['en'],
    cities: [['Cape Town', '3369157', ['Table Mountain', 'Tafelberg Rd, Cape Town'], 'Bo-Kaap']]
  },
  { code: '192950', languages: ['en'], cities: [['Nairobi', '184745', 'Karura Forest']] },
  {
    code: '6251999',
    languages: ['en', 'fr'],
    cities: [
      ['Toronto', '6167865', ['Kensington Market', 'Toronto, ON']],
      ['Montréal', '6077243', ['Parc du Mont-Royal', 'Montréal, QC']],
      ['Vancouver', '6173331', 'Stanley Park']
    ]
  },
  {
    code: '2077456',
    languages: ['en'],
    cities: [
      ['Sydney', '2147714', ['Bondi Beach', 'Bondi Beach NSW 2026'], 'Circular Quay'],
      ['Melbourne', '2158177', 'Hosier Lane']
    ]
  },
  {
    code: '2963597',
    languages: ['en'],
    cities: [
      ['Dublin', '2964574', 'Temple Bar'],
      ['Galway', '2964180']
    ]
  },
  {
    code: '1694008',
    languages: ['en'],
    cities: [
      ['Manila', '1701668', ['Intramuros', 'Manila, Metro Manila']],
      ['Siargao', null, 'Cloud 9 Surfing Area']
    ]
  }
]
