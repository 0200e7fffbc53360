# scene.awk -- draws scene.pgm, whose last blocks hang over at the right and below:  LC_ALL=C awk -f scene.awk >scene.pgm
BEGIN {
    width = 272
    height = 56
    printf "P5\n%d %d\n255\n", width, height
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++)
            printf "%c", shade(x, y)
}

# A sun over hills, and a house on them. Integers alone: every awk draws the same.
function shade(x, y) {
    if (x >= 196 && x < 226 && y >= 34 && y < 50)
        return (x - 193) % 10 >= 6 && (y - 34) % 8 >= 3 ? 250 : 90 + y % 4 * 8          # windows in a wall
    if (y >= 22 && y < 34 && distance(x, 210) < 2 * (y - 22))
        return 50                                                                      # its roof
    if (y > 34 + distance(x % 90, 45) / 4)
        return 100 + (x * 7 + y * 13) % 40                                             # grass
    if (distance(x, 60) * distance(x, 60) + distance(y, 14) * distance(y, 14) < 64)
        return 255
    return 180 - 2 * y
}

function distance(a, b) { return a < b ? b - a : a - b }
