// Normalizes rows and compares them with plain C++. The build writes the header from kernels/rms_norm.c.
#include "kernels/rms_norm.pallas.h"
#include <cmath>
#include <cstdio>
#include <vector>

int main()
{
    const long rows = 10, columns = COLUMNS;
    const float epsilon = 1e-5f;
    std::vector<float> x(rows * columns), w(columns), y(rows * columns);
    for (long i = 0; i < rows * columns; i++)
        x[i] = static_cast<float>(i % 17 - 8);
    for (long c = 0; c < columns; c++)
        w[c] = static_cast<float>(c % 5);
    if (rms_norm(rows, epsilon, x.data(), w.data(), y.data())) {
        std::printf("rms_norm: %s\n", pl_error());
        return 1;
    }
    double worst = 0, largest = 0;
    for (long r = 0; r < rows; r++) {
        double squares = 0;
        for (long c = 0; c < columns; c++)
            squares += double(x[r * columns + c]) * x[r * columns + c];
        for (long c = 0; c < columns; c++) {
            double exact = x[r * columns + c] / std::sqrt(squares / columns + epsilon) * w[c];
            worst = std::fmax(worst, std::fabs(exact - y[r * columns + c]));
            largest = std::fmax(largest, std::fabs(exact));
        }
    }
    // The squares are integers below 2^24, so their sum is exact; four float operations follow, each within 2^-24 of its result,
    // and OpenCL's square root and division are within 3 units in the last place.
    const double allowed = 8 * largest / (1 << 23);
    std::printf("rms_norm %ldx%ld: error %.1e <= %.1e %s\n", rows, columns, worst, allowed, worst <= allowed ? "ok" : "WRONG");
    return worst > allowed;
}
