// Writes records from a seed, one JSON object per line. The same seed and count give the same bytes on every
// machine.
//
//   generate SEED COUNT > records.ndjson
//
// A record has about 566 bytes: nested objects, lists of strings and of objects, text with accents, other scripts,
// emoji and escapes, nulls, missing fields, sometimes keys in another order. Facts for the queries:
//
//   bucket   a number below 1,000,000, each once in a million records: `bucket < n` picks n in a million exactly
//   city     "Ystad" in one record of ten thousand exactly, the others skewed
//   tags     "urgent" in about one list of twenty-five; the list may be empty, missing or null
//   created  RFC 3339, whole seconds, in UTC; `seen` has fractions and offsets, and may be null or missing

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

/// xoshiro256**, seeded by splitmix64.
struct Random {
    uint64_t state[4];

    explicit Random(uint64_t seed) {
        for (uint64_t &word : state) {
            seed += 0x9E3779B97F4A7C15;
            uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            word = z ^ (z >> 31);
        }
    }

    static uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

    uint64_t next() {
        uint64_t result = rotate(state[1] * 5, 7) * 9;
        uint64_t t = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= t;
        state[3] = rotate(state[3], 45);
        return result;
    }

    /// A number below a bound.
    uint32_t below(uint32_t bound) { return uint32_t((uint64_t(uint32_t(next() >> 32)) * bound) >> 32); }

    /// True once in `in` draws, on average.
    bool once(uint32_t in) { return below(in) == 0; }

    template <typename T> const T &pick(const std::vector<T> &from) { return from[below(uint32_t(from.size()))]; }
};

struct City {
    const char *name;
    const char *country;
    int latitude, longitude;  // in hundredths of a degree
};

const std::vector<const char *> firstNames = {
    "Ana", "Ángel", "André", "Anna", "Ahmed", "Aiko", "Alice", "Anton", "Amélie", "Ayşe", "Bruno", "Björn", "Carla", "Chloé",
    "Daniel", "Dóra", "Elena", "Emil", "Fátima", "Felix", "Gustavo", "Grace", "Hana", "Henrik", "Inês", "Ivan", "João",
    "Jürgen", "Karin", "Kofi", "Lena", "Luís", "Maria", "Mikołaj", "Nadia", "Noah", "Olga", "Óscar", "Pablo", "Petra",
    "Quentin", "Rosa", "Rui", "Sofia", "Søren", "Tomás", "Tove", "Ursula", "Victor", "Vera", "William", "Xavier", "Yuki",
    "Yara", "Zoë", "Zbigniew", "Дмитрий", "Ольга", "Νίκος", "太郎", "花子", "محمد"};
const std::vector<const char *> lastNames = {
    "García", "Silva", "Müller", "Smith", "Johnson", "Fernández", "Garcia", "Novák", "Kowalski", "Nguyễn", "Tanaka", "Sato",
    "Rossi", "Bianchi", "Dubois", "Lefèvre", "Andersson", "Hansen", "Jónsdóttir", "O'Connor", "Papadopoulos", "Yılmaz",
    "Costa", "Araújo", "Østergård", "de la Cruz", "van den Berg", "Иванов", "Петрова", "山田", "Schröder", "Weiß", "GARCÍA",
    "Khan", "Ali", "Mensah", "Okafor", "Peres", "Lima", "Brown"};
const std::vector<const char *> mailNames = {
    "ana", "angel", "andre", "anna", "ahmed", "aiko", "bruno", "bjorn", "carla", "daniel", "elena", "emil", "felix", "grace",
    "hana", "ivan", "joao", "karin", "lena", "maria", "nadia", "olga", "pablo", "rosa", "sofia", "tomas", "vera", "yuki"};
const std::vector<const char *> mailSurnames = {
    "garcia", "silva", "muller", "smith", "johnson", "novak", "tanaka", "rossi", "dubois", "hansen", "costa", "lima"};
const std::vector<const char *> mailHosts = {
    "example.com", "example.org", "mail.example.net", "post.example.com", "uni.example.edu"};
const std::vector<City> cities = {
    {"Lisbon", "PT", 3872, -914}, {"Porto", "PT", 4115, -861}, {"Braga", "PT", 4155, -843}, {"Coimbra", "PT", 4021, -843},
    {"Faro", "PT", 3702, -794}, {"Évora", "PT", 3857, -791}, {"Madrid", "ES", 4042, -370}, {"Sevilla", "ES", 3739, -599},
    {"Málaga", "ES", 3672, -442}, {"Bilbao", "ES", 4326, -293}, {"Valencia", "ES", 3947, -38}, {"Berlin", "DE", 5252, 1341},
    {"München", "DE", 4814, 1158}, {"Köln", "DE", 5093, 696}, {"Hamburg", "DE", 5355, 999}, {"Leipzig", "DE", 5134, 1237},
    {"Dresden", "DE", 5105, 1374}, {"Paris", "FR", 4885, 235}, {"Lyon", "FR", 4575, 485}, {"Nîmes", "FR", 4384, 436},
    {"Orléans", "FR", 4790, 191}, {"Lille", "FR", 5063, 306}, {"Roma", "IT", 4189, 1248}, {"Milano", "IT", 4546, 919},
    {"Torino", "IT", 4507, 769}, {"Napoli", "IT", 4085, 1427}, {"Wien", "AT", 4821, 1637}, {"Graz", "AT", 4707, 1545},
    {"Zürich", "CH", 4737, 855}, {"Genève", "CH", 4620, 615}, {"Praha", "CZ", 5009, 1442}, {"Brno", "CZ", 4920, 1661},
    {"Warszawa", "PL", 5223, 2101}, {"Kraków", "PL", 5006, 1994}, {"Gdańsk", "PL", 5435, 1865}, {"Łódź", "PL", 5177, 1946},
    {"Stockholm", "SE", 5933, 1807}, {"Malmö", "SE", 5561, 1300}, {"Göteborg", "SE", 5771, 1197}, {"Oslo", "NO", 5991, 1075},
    {"Bergen", "NO", 6039, 532}, {"Tromsø", "NO", 6965, 1896}, {"København", "DK", 5568, 1257}, {"Aarhus", "DK", 5616, 1021},
    {"Helsinki", "FI", 6017, 2494}, {"Tampere", "FI", 6150, 2379}, {"Reykjavík", "IS", 6415, -2194}, {"Dublin", "IE", 5333, -625},
    {"Cork", "IE", 5190, -847}, {"London", "GB", 5151, -13}, {"Leeds", "GB", 5380, -155}, {"Glasgow", "GB", 5587, -426},
    {"Bristol", "GB", 5146, -260}, {"Amsterdam", "NL", 5237, 490}, {"Utrecht", "NL", 5209, 512}, {"Brussel", "BE", 5085, 435},
    {"Gent", "BE", 5105, 372}, {"Athina", "GR", 3798, 2373}, {"Patra", "GR", 3825, 2174}, {"İstanbul", "TR", 4101, 2895},
    {"Ankara", "TR", 3992, 3285}, {"Москва", "RU", 5575, 3762}, {"Київ", "UA", 5045, 3052}, {"東京", "JP", 3569, 13969},
    {"大阪", "JP", 3469, 13550}, {"São Paulo", "BR", -2355, -4663}, {"Rio de Janeiro", "BR", -2291, -4317},
    {"Belém", "BR", -146, -4850}, {"Bogotá", "CO", 461, -7408}, {"Lima", "PE", -1204, -7703}, {"Quito", "EC", -23, -7852},
    {"Accra", "GH", 556, -20}, {"Lagos", "NG", 645, 339}, {"Nairobi", "KE", -128, 3682}, {"Cairo", "EG", 3006, 3125},
    {"Rabat", "MA", 3401, -683}, {"Delhi", "IN", 2865, 7723}, {"Mumbai", "IN", 1907, 7288}, {"Sydney", "AU", -3387, 15121},
    {"Perth", "AU", -3195, 11586}};
const std::vector<const char *> tagNames = {
    "red", "green", "blue", "fragile", "heavy", "gift", "new", "used", "sale", "vip", "draft", "final", "café", "süß", "日本"};
const std::vector<const char *> systems = {"linux", "ios", "android", "macos", "windows"};
const std::vector<const char *> kinds = {"phone", "tablet", "desktop", "watch"};
const std::vector<const char *> streets = {
    "Rua das Flores", "Hauptstraße", "Main Street", "Calle Mayor", "Rue de l\\u2019\\u00c9glise", "Via Roma", "Storgatan",
    "улица Ленина", "High Street", "Praça da Alegria"};
const std::vector<const char *> notes = {
    "Called twice, no answer.", "Prefers \\\"e-mail\\\" over phone.", "Path is C:\\\\data\\\\in", "Line one\\nline two",
    "Déjà vu à la carte", "Заказ отправлен", "注文は発送されました", "Paid \\u20ac 12, owes nothing 🎉", "n/a",
    "The quick brown fox jumps over the lazy dog, and then once more for good measure."};

/// A buffer that is written when it is full.
struct Output {
    std::string buffer;

    Output() { buffer.reserve(1 << 21); }
    ~Output() { flush(); }

    void flush() {
        if (!buffer.empty() && std::fwrite(buffer.data(), 1, buffer.size(), stdout) != buffer.size()) {
            std::perror("generate");
            std::exit(1);
        }
        buffer.clear();
    }

    Output &operator<<(const char *text) { buffer += text; return *this; }
    Output &operator<<(const std::string &text) { buffer += text; return *this; }

    Output &number(uint64_t value, int digits = 1) {
        char text[24];
        int at = 24;
        do {
            text[--at] = char('0' + value % 10);
            value /= 10;
            --digits;
        } while (value > 0 || digits > 0);
        buffer.append(text + at, 24 - at);
        return *this;
    }

    /// Hundredths, as JSON writes a double: 73.5, 12.0, -9.14.
    Output &hundredths(int64_t value) {
        if (value < 0) buffer += '-';
        uint64_t size = uint64_t(value < 0 ? -value : value);
        number(size / 100);
        buffer += '.';
        buffer += char('0' + size / 10 % 10);
        if (size % 10 != 0) buffer += char('0' + size % 10);
        return *this;
    }
};

/// An instant in the years 2020 to 2023. Every month has 28 days, so that all dates are valid.
void writeInstant(Output &out, Random &random) {
    out.number(2020 + random.below(4), 4) << "-";
    out.number(1 + random.below(12), 2) << "-";
    out.number(1 + random.below(28), 2) << "T";
    out.number(random.below(24), 2) << ":";
    out.number(random.below(60), 2) << ":";
    out.number(random.below(60), 2);
}

/// A name whose accents are written as escapes, as some encoders do.
std::string escaped(const char *name) {
    std::string result;
    for (const auto *at = reinterpret_cast<const unsigned char *>(name); *at != 0;) {
        uint32_t scalar = *at;
        int more = 0;
        if (scalar >= 0xE0) { scalar &= 0x0F; more = 2; }
        else if (scalar >= 0xC0) { scalar &= 0x1F; more = 1; }
        else { result += char(scalar); ++at; continue; }
        for (++at; more > 0; --more, ++at) scalar = scalar << 6 | (*at & 0x3F);
        char text[8];
        std::snprintf(text, sizeof text, "\\u%04x", scalar);
        result += text;
    }
    return result;
}

void writeRecord(Output &out, uint64_t seed, uint64_t index) {
    Random random(seed * 0x2545F4914F6CDD1D + index);
    // Whole millions are permutations: 387,420,489 and 1,000,000 have no common factor. Record 777 of each has bucket 0.
    uint64_t bucket = ((index + 1'000'000 - 777) % 1'000'000) * 387'420'489 % 1'000'000;
    bool isRare = index % 10'000 == (seed * 31 + index / 10'000 * 7'919 + 123) % 10'000;
    const char *first = random.pick(firstNames);
    const char *last = random.pick(lastNames);
    std::string name = random.once(50) ? escaped(first) + " " + escaped(last) : std::string(first) + " " + last;
    uint32_t age = random.below(100);
    uint32_t ageState = random.below(100);
    bool ageFirst = random.once(64);
    // The smaller of two draws: early cities are common, late ones are not.
    uint32_t a = random.below(uint32_t(cities.size())), b = random.below(uint32_t(cities.size()));
    const City &city = cities[a < b ? a : b];

    auto writeAge = [&] {
        if (ageState == 0) return;
        out << "\"age\":";
        if (ageState <= 2) out << "null"; else out.number(age);
        out << ",";
    };
    out << "{\"id\":";
    out.number(1'000'000 + index) << ",";
    if (ageFirst) writeAge();
    out << "\"name\":\"" << name << "\",";
    if (!ageFirst) writeAge();
    out << "\"active\":" << (random.below(10) < 7 ? "true" : "false") << ",\"score\":";
    out.hundredths(random.below(10'001)) << ",\"bucket\":";
    out.number(bucket) << ",\"email\":\"" << random.pick(mailNames) << (random.once(5) ? "_" : ".") << random.pick(mailSurnames);
    if (!random.once(3)) out.number(random.below(100), 2);
    out << "@" << random.pick(mailHosts) << "\",\"city\":\"" << (isRare ? "Ystad" : city.name) << "\",\"country\":\""
        << (isRare ? "SE" : city.country) << "\",\"created\":\"";
    writeInstant(out, random);
    out << "Z\"";
    uint32_t seen = random.below(10);
    if (seen == 0) out << ",\"seen\":null";
    if (seen > 1) {
        out << ",\"seen\":\"";
        writeInstant(out, random);
        out << ".";
        out.number(random.below(1000), 3) << (seen < 6 ? "+02:00\"" : "-05:30\"");
    }
    uint32_t tagState = random.below(20);
    if (tagState == 0) out << ",\"tags\":null";
    if (tagState > 1) {
        out << ",\"tags\":[";
        uint32_t count = random.below(5);
        for (uint32_t i = 0; i < count; ++i) {
            out << (i > 0 ? ",\"" : "\"") << (random.once(45) ? "urgent" : random.pick(tagNames)) << "\"";
        }
        out << "]";
    }
    out << ",\"address\":{\"street\":\"" << random.pick(streets) << " ";
    out.number(1 + random.below(250)) << "\",\"zip\":\"";
    out.number(random.below(100'000), 5) << "\",\"geo\":{\"latitude\":";
    out.hundredths(city.latitude) << ",\"longitude\":";
    out.hundredths(city.longitude) << "}},\"device\":";
    if (random.once(25)) {
        out << "null";
    } else {
        out << "{\"kind\":\"" << random.pick(kinds) << "\",\"system\":{\"name\":\"" << random.pick(systems) << "\",\"version\":{\"major\":";
        out.number(8 + random.below(10)) << ",\"minor\":";
        out.number(random.below(10)) << "}}}";
    }
    out << ",\"items\":[";
    uint32_t count = random.below(4);
    for (uint32_t i = 0; i < count; ++i) {
        out << (i > 0 ? ",{\"sku\":\"" : "{\"sku\":\"");
        char letters[3] = {char('A' + random.below(26)), char('A' + random.below(26)), 0};
        out << letters << "-";
        out.number(random.below(10'000), 4) << "\",\"price\":";
        out.hundredths(50 + random.below(50'000)) << ",\"quantity\":";
        out.number(1 + random.below(9)) << "}";
    }
    out << "]";
    uint32_t nickname = random.below(4);
    if (nickname == 0) out << ",\"nickname\":null";
    if (nickname == 1) out << ",\"nickname\":\"" << first << "\"";
    out << ",\"note\":\"" << random.pick(notes) << "\"}\n";
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: generate SEED COUNT > records.ndjson\n");
        return 64;
    }
    uint64_t seed = std::strtoull(argv[1], nullptr, 10);
    uint64_t count = std::strtoull(argv[2], nullptr, 10);
    Output out;
    for (uint64_t index = 0; index < count; ++index) {
        writeRecord(out, seed, index);
        if (out.buffer.size() > (1 << 20)) out.flush();
    }
    return 0;
}
