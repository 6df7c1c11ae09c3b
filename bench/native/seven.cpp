// Seven-card hands by the evaluator OMPEval, in order and from a file of cards: processor seconds of each pass.
//
//     seven sum | categories          all hands: seconds, and what came out
//     seven batch CARDS VALUES        rows of seven bytes: seconds, the values written as 16 bits each
#include <omp/HandEvaluator.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

static const omp::HandEvaluator evaluator;

static double spent_s() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

template <class Each>
static inline void in_order(Each each) {
    using omp::Hand;
    for (unsigned a = 0; a < 46; ++a) {
        const Hand one = Hand::empty() + Hand(a);
        for (unsigned b = a + 1; b < 47; ++b) {
            const Hand two = one + Hand(b);
            for (unsigned c = b + 1; c < 48; ++c) {
                const Hand three = two + Hand(c);
                for (unsigned d = c + 1; d < 49; ++d) {
                    const Hand four = three + Hand(d);
                    for (unsigned e = d + 1; e < 50; ++e) {
                        const Hand five = four + Hand(e);
                        for (unsigned f = e + 1; f < 51; ++f) {
                            const Hand six = five + Hand(f);
                            for (unsigned g = f + 1; g < 52; ++g) each(evaluator.evaluate(six + Hand(g)));
                        }
                    }
                }
            }
        }
    }
}

int main(int count, char** words) {
    const bool summing = count == 2 && !std::strcmp(words[1], "sum");
    if (summing || (count == 2 && !std::strcmp(words[1], "categories"))) {
        uint64_t counts[16] = {0}, total = 0;
        const double start = spent_s();
        if (summing)
            in_order([&](uint16_t value) { total += value; });
        else
            in_order([&](uint16_t value) { ++counts[value >> 12]; });
        std::printf("%.6f", spent_s() - start);
        if (summing) std::printf(" %llu", (unsigned long long)total);
        for (int kind = 1; !summing && kind < 10; ++kind) std::printf(" %llu", (unsigned long long)counts[kind]);
        return 0;
    }
    if (count != 4) return 2;
    std::vector<uint8_t> cards;
    if (FILE* file = std::fopen(words[2], "rb")) {
        std::fseek(file, 0, SEEK_END);
        cards.resize(std::ftell(file));
        std::rewind(file);
        if (std::fread(cards.data(), 1, cards.size(), file) != cards.size()) return 3;
        std::fclose(file);
    }
    std::vector<uint16_t> values(cards.size() / 7);
    double best = 1e9;
    for (int pass = 0; pass < 6; ++pass) {
        const double start = spent_s();
        const uint8_t* at = cards.data();
        for (uint16_t& value : values) {
            omp::Hand hand = omp::Hand::empty();
            for (int card = 0; card < 7; ++card) hand += omp::Hand(at[card]);
            value = evaluator.evaluate(hand);
            at += 7;
        }
        if (spent_s() - start < best) best = spent_s() - start;
    }
    FILE* file = std::fopen(words[3], "wb");
    if (!file || std::fwrite(values.data(), 2, values.size(), file) != values.size()) return 3;
    std::fclose(file);
    std::printf("%.6f", best);
    return 0;
}
