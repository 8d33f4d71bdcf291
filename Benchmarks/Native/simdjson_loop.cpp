// The bare loop: simdjson on-demand over the mapped file, one document per line, each query written by hand. It
// shows the limit for a program written for one query.
//
//   simdjson_loop QUERY THREADS LISTS FILE    writes the count, the seconds without the start of the process, and simdjson's kernel

#include <simdjson.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <vector>

using namespace simdjson;
using ondemand::object;

#define VERSION_TEXT_OF(version) #version
#define VERSION_TEXT(version) VERSION_TEXT_OF(version)

namespace {

/// The values of the queries with lists: the lines of `in-fifty` and `many-or`, which the harness writes.
struct Lists {
    std::vector<std::string> cities;
    std::unordered_set<std::string_view> cityViews;
    std::vector<std::pair<std::string, int64_t>> clauses;

    explicit Lists(const char *file) {
        std::ifstream in(file);
        std::string line;
        while (std::getline(in, line)) {
            size_t tab = line.find('\t');
            if (tab == std::string::npos) cities.push_back(line);
            else clauses.emplace_back(line.substr(0, tab), std::strtoll(line.c_str() + tab + 1, nullptr, 10));
        }
        for (const std::string &city : cities) cityViews.insert(city);
    }
};

bool twoScalars(object record, const Lists &) {
    // In the usual order of the keys, so that no key is searched twice.
    std::string_view name;
    int64_t age;
    if (record["name"].get(name) != SUCCESS || name.empty() || name[0] != 'A') return false;
    return record["age"].get(age) == SUCCESS && age > 30;
}

bool fiveFields(object record, const Lists &) {
    int64_t age, bucket;
    bool active;
    double score;
    std::string_view country;
    if (record["age"].get(age) != SUCCESS || age < 25 || age > 60) return false;
    if (record["active"].get(active) != SUCCESS || !active) return false;
    if (record["score"].get(score) != SUCCESS || score < 50) return false;
    if (record["bucket"].get(bucket) != SUCCESS || bucket >= 500'000) return false;
    return record["country"].get(country) == SUCCESS && country == "PT";
}

bool deepPath(object record, const Lists &) {
    object device;
    int64_t major;
    if (record["device"].get(device) != SUCCESS) return false;
    return device["system"]["version"]["major"].get(major) == SUCCESS && major >= 14;
}

bool rareString(object record, const Lists &) {
    std::string_view city;
    return record["city"].get(city) == SUCCESS && city == "Ystad";
}

bool inFifty(object record, const Lists &lists) {
    std::string_view city;
    return record["city"].get(city) == SUCCESS && lists.cityViews.count(city) > 0;
}

bool any(object record, const Lists &) {
    ondemand::array tags;
    if (record["tags"].get(tags) != SUCCESS) return false;
    for (auto tag : tags) {
        std::string_view text;
        if (tag.get(text) == SUCCESS && text == "urgent") return true;
    }
    return false;
}

bool subquery(object record, const Lists &) {
    ondemand::array items;
    if (record["items"].get(items) != SUCCESS) return false;
    for (auto item : items) {
        object fields;
        double price;
        int64_t quantity;
        if (item.get(fields) != SUCCESS) continue;
        if (fields["price"].get(price) != SUCCESS || price <= 400) continue;
        if (fields["quantity"].get(quantity) == SUCCESS && quantity >= 5) return true;
    }
    return false;
}

bool dates(object record, const Lists &) {
    // All dates of the field are in UTC and have one format, so their texts have the order of the instants.
    std::string_view created;
    return record["created"].get(created) == SUCCESS && created >= "2023-06-01T00:00:00Z" && created < "2023-07-01T00:00:00Z";
}

bool arithmetic(object record, const Lists &) {
    int64_t age;
    double score;
    if (record["age"].get(age) != SUCCESS) return false;
    return record["score"].get(score) == SUCCESS && score * 1.5 - double(age) / 2.0 > 60.007;
}

bool manyOr(object record, const Lists &lists) {
    int64_t age;
    std::string_view city;
    if (record["age"].get(age) != SUCCESS || record["city"].get(city) != SUCCESS) return false;
    for (const auto &clause : lists.clauses) {
        if (clause.second == age && clause.first == city) return true;
    }
    return false;
}

template <bool (*matches)(object, const Lists &)>
long count(const char *begin, const char *end, size_t padding, const Lists &lists) {
    ondemand::parser parser;
    long found = 0;
    while (begin < end) {
        const char *newline = static_cast<const char *>(std::memchr(begin, '\n', end - begin));
        if (newline == nullptr) newline = end;
        size_t length = newline - begin;
        ondemand::document document;
        object record;
        padded_string_view line(begin, length, (end - begin) + padding);
        if (parser.iterate(line).get(document) == SUCCESS && document.get_object().get(record) == SUCCESS) {
            found += matches(record, lists);
        }
        begin = newline + 1;
    }
    return found;
}

/// Only finds the newlines. No program that reads lines is faster.
long newlines(const char *begin, const char *end, size_t, const Lists &) {
    long found = 0;
    while (begin < end) {
        const void *newline = std::memchr(begin, '\n', end - begin);
        if (newline == nullptr) break;
        ++found;
        begin = static_cast<const char *>(newline) + 1;
    }
    return found;
}

/// The two scalars, with simdjson's DOM validating every byte of every record.
long twoScalarsValidated(const char *begin, const char *end, size_t, const Lists &) {
    dom::parser parser;
    long found = 0;
    while (begin < end) {
        const char *newline = static_cast<const char *>(std::memchr(begin, '\n', end - begin));
        if (newline == nullptr) newline = end;
        dom::element record;
        std::string_view name;
        int64_t age;
        if (parser.parse(begin, newline - begin, false).get(record) == SUCCESS && record["name"].get(name) == SUCCESS) {
            found += !name.empty() && name[0] == 'A' && record["age"].get(age) == SUCCESS && age > 30;
        }
        begin = newline + 1;
    }
    return found;
}

using Count = long (*)(const char *, const char *, size_t, const Lists &);
struct Query {
    const char *key;
    Count count;
};
const Query queries[] = {
    {"two-scalars", count<twoScalars>}, {"five-fields", count<fiveFields>}, {"deep-path", count<deepPath>},
    {"rare-string", count<rareString>}, {"in-fifty", count<inFifty>}, {"any", count<any>}, {"subquery", count<subquery>},
    {"newlines", newlines}, {"dom", twoScalarsValidated}, {"dates", count<dates>}, {"arithmetic", count<arithmetic>}, {"many-or", count<manyOr>},
};

}  // namespace

int main(int argc, char **argv) {
    auto started = std::chrono::steady_clock::now();
    if (argc == 2 && std::strcmp(argv[1], "--kernel") == 0) {
        std::printf("%s %s\n", get_active_implementation()->name().data(), VERSION_TEXT(SIMDJSON_VERSION));
        return 0;
    }
    if (argc != 5) {
        std::fprintf(stderr, "usage: simdjson_loop QUERY THREADS LISTS FILE | --kernel\n");
        return 64;
    }
    const Query *query = nullptr;
    for (const Query &known : queries) if (std::strcmp(known.key, argv[1]) == 0) query = &known;
    if (query == nullptr) {
        std::fprintf(stderr, "simdjson_loop: there is no query %s\n", argv[1]);
        return 64;
    }
    size_t threadCount = std::strtoul(argv[2], nullptr, 10);
    Lists lists(argv[3]);
    int file = open(argv[4], O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        std::perror(argv[4]);
        return 66;
    }
    // simdjson reads up to 64 bytes past the end, so the file is mapped over the start of a longer anonymous
    // mapping.
    size_t size = status.st_size, padding = 4096, whole = (size + 4095) / 4096 * 4096 + padding;
    void *area = mmap(nullptr, whole, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED || (size > 0 && mmap(area, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED)) {
        std::perror("mmap");
        return 71;
    }
    const char *begin = static_cast<const char *>(area), *end = begin + size;
    std::vector<const char *> borders{begin};
    for (size_t part = 1; part < threadCount; ++part) {
        const char *at = begin + size / threadCount * part;
        const void *newline = std::memchr(at, '\n', end - at);
        borders.push_back(newline == nullptr ? end : static_cast<const char *>(newline) + 1);
    }
    borders.push_back(end);
    std::vector<long> found(threadCount, 0);
    std::vector<std::thread> threads;
    for (size_t part = 1; part < threadCount; ++part) {
        threads.emplace_back([&, part] {
            found[part] = query->count(borders[part], borders[part + 1], end - borders[part + 1] + padding, lists);
        });
    }
    found[0] = query->count(borders[0], borders[1], end - borders[1] + padding, lists);
    for (std::thread &thread : threads) thread.join();
    long total = 0;
    for (long part : found) total += part;
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
    std::printf("%ld %.6f %s\n", total, seconds.count(), get_active_implementation()->name().data());
    return 0;
}
