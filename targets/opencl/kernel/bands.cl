%%helper pl_in_bands
// Where a tile is among rows x columns of them, in bands of so many rows.
typedef struct { long row, column; } pl_tile;
static pl_tile pl_in_bands(long number, long height, long rows, long columns)
{
    const long first = number / (height * columns) * height, in_band = number % (height * columns);
    const long own = rows - first < height ? rows - first : height;
    return (pl_tile){ first + in_band % own, in_band / own };
}

