// image_filter.c -- blurs a picture. `image_filter IN OUT` reads and writes PGM (P5, P2) and PPM (P6) files.
//
// Each pixel becomes the mean of the 5x5 around it, weighted 1 4 6 4 1 in both directions; at the border, of the
// pixels that exist. A picture has a plane for each color, and a block is a rectangle of one plane (PL_NONE) with a
// border of two pixels. Four more rows and columns would be enough; there are 8 and 128 more, because TPUs need
// multiples of these. Without arguments it blurs data/scene.pgm, next to this source, into a file next to the program.

#include <string.h>
#include <pallas.h>
#include "example.h"

enum { BH = 16, BW = 128, HIGH = BH + 8, WIDE = BW + 128, RIM = 2, TAPS = 2 * RIM + 1 };

static const int weight[TAPS] = { 1, 4, 6, 4, 1 };

PL_KERNEL(blur_kernel,
          PL_REF(const uint8_t, x, HIGH, WIDE),
          PL_REF(uint8_t, z, BH, BW))
{
    PL_EACH ((r, BH), (c, BW)) {
        int sum = 0, weights = 0;
        PL_REDUCE (sum, PL_ADD, ((dy, TAPS), (dx, TAPS)),
                   PL_INSIDE(x, r + dy, c + dx) ? weight[dy] * weight[dx] * x[r + dy][c + dx] : 0);
        PL_REDUCE (weights, PL_ADD, ((dy, TAPS), (dx, TAPS)),
                   PL_INSIDE(x, r + dy, c + dx) ? weight[dy] * weight[dx] : 0);
        // Elements far past the edge have no pixels around them; the values written there are dropped.
        z[r][c] = (uint8_t)(weights ? (sum + weights / 2) / weights : 0);
    }
}

// Padded by the border before the array, and after it so that the last window fits wherever it begins.
PL_CALL(blur, blur_kernel,
        PL_SIZES(colors, height, width),
        PL_GRID((p, colors), (i, PL_CDIV(height, BH)), (j, PL_CDIV(width, BW))),
        PL_IN (uint8_t, x, (colors, height, width),
               PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(HIGH, RIM, HIGH - RIM), PL_ELEMENT(WIDE, RIM, WIDE - RIM)),
                            (p, i * BH, j * BW))),
        PL_OUT(uint8_t, z, (colors, height, width), PL_BLOCKSPEC((PL_NONE, BH, BW), (p, i, j))))

// int blur(long colors, long height, long width, const uint8_t *x, uint8_t *z);

static void reference(long colors, long height, long width, const uint8_t *x, uint8_t *z)
{
    for (long p = 0; p < colors; p++)
        for (long h = 0; h < height; h++)
            for (long w = 0; w < width; w++) {
                int sum = 0, weights = 0;
                for (long y = h - RIM; y <= h + RIM; y++)
                    for (long v = w - RIM; v <= w + RIM; v++)
                        if (y >= 0 && y < height && v >= 0 && v < width) {
                            int share = weight[y - h + RIM] * weight[v - w + RIM];
                            sum += share * x[(p * height + y) * width + v];
                            weights += share;
                        }
                z[(p * height + h) * width + w] = (uint8_t)((sum + weights / 2) / weights);
            }
}

struct picture {
    long height, width, colors;        // colors: 1 or 3
    int brightest;                      // 1 to 255
    uint8_t *pixels;                    // [colors][height][width]
};

static _Noreturn void refuse(const char *file, const char *why)
{
    fprintf(stderr, "image_filter: %s %s\n", file, why);
    exit(1);
}

// Returns the next number of a picture's text, past white space and comments; -1 if there is none or it is too large.
static int next_number(FILE *file)
{
    int c = getc(file), number = 0;
    while (c == '#' || c == ' ' || (c >= '\t' && c <= '\r')) {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(file);
        c = getc(file);
    }
    if (c < '0' || c > '9')
        return -1;
    for (; c >= '0' && c <= '9' && number <= 65535; c = getc(file))
        number = 10 * number + c - '0';
    return number <= 65535 ? number : -1;           // and the character after it is read, as P5 and P6 require
}

static size_t size_of(const struct picture *p)
{
    return (size_t)p->height * (size_t)p->width * (size_t)p->colors;
}

// Returns the place of element e of a file, in which the colors of a pixel are next to each other.
static uint8_t *pixel(const struct picture *p, size_t e)
{
    size_t colors = (size_t)p->colors, pixels = (size_t)p->height * (size_t)p->width;
    return p->pixels + e % colors * pixels + e / colors;
}

static struct picture read_picture(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        refuse(name, "cannot be opened");
    int kind = getc(file) == 'P' ? getc(file) : 0;
    if (kind != '2' && kind != '5' && kind != '6')
        refuse(name, "is no PGM (P5, P2) or PPM (P6) picture");
    struct picture p = { .colors = kind == '6' ? 3 : 1 };
    p.width = next_number(file);
    p.height = next_number(file);
    p.brightest = next_number(file);
    if (p.width < 1 || p.height < 1)
        refuse(name, "has no good width and height");
    if (p.brightest < 1 || p.brightest > 255)
        refuse(name, "has a largest value that is not from 1 to 255");
    p.pixels = example_alloc(size_of(&p));
    for (size_t e = 0; e < size_of(&p); e++) {
        int value = kind == '2' ? next_number(file) : getc(file);
        if (value < 0)
            refuse(name, "ends too early, or holds something other than numbers");
        if (value > p.brightest)
            refuse(name, "holds a value above the largest it names");
        *pixel(&p, e) = (uint8_t)value;
    }
    fclose(file);
    return p;
}

static void write_picture(const char *name, const struct picture *p)
{
    FILE *file = fopen(name, "wb");
    if (!file)
        refuse(name, "cannot be written");
    fprintf(file, "P%d\n%ld %ld\n%d\n", p->colors == 3 ? 6 : 5, p->width, p->height, p->brightest);
    for (size_t e = 0; e < size_of(p); e++)
        putc(*pixel(p, e), file);
    int failed = ferror(file);
    if (fclose(file) || failed)
        refuse(name, "could not be written to its end");
}

// Writes to name the path of a file in the folder of another file.
static void name_beside(char *name, size_t size, const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    snprintf(name, size, "%.*s%s", slash ? (int)(slash + 1 - file) : 0, file, path);
}

// Finds the picture next to this source, from whatever folder the program runs in.
static void name_shipped(char *name, size_t size, const char *program)
{
    name_beside(name, size, __FILE__, "data/scene.pgm");
    FILE *file = fopen(name, "rb");
    if (file)
        fclose(file);
    else                                // __FILE__ is relative to another folder: make builds into build/interpret
        name_beside(name, size, program, "../../examples/data/scene.pgm");
}

int main(int argc, char **argv)
{
    char shipped[1024], next_to[1024], size[64];
    if (argc != 1 && argc != 3)
        refuse("usage:", "image_filter [in out]");
    name_shipped(shipped, sizeof shipped, argv[0]);
    snprintf(next_to, sizeof next_to, "%s.pgm", argv[0]);

    struct picture in = read_picture(argc == 3 ? argv[1] : shipped), out = in, expected = in;
    out.pixels = example_alloc(size_of(&in));
    expected.pixels = example_alloc(size_of(&in));
    reference(in.colors, in.height, in.width, in.pixels, expected.pixels);

    double start = example_clock();
    if (blur(in.colors, in.height, in.width, in.pixels, out.pixels))
        return example_failed("image_filter");
    double seconds = example_clock() - start;

    write_picture(argc == 3 ? argv[2] : next_to, &out);
    long wrong = 0;
    for (size_t e = 0; e < size_of(&in); e++)
        wrong += out.pixels[e] != expected.pixels[e];
    free(in.pixels);
    free(out.pixels);
    free(expected.pixels);
    snprintf(size, sizeof size, "%ldx%ldx%ld", in.height, in.width, in.colors);
    // Integers: no pixel may differ.
    return example_report("image_filter", "5x5 blur of a picture, u8", size, (double)wrong, 0, seconds);
}
