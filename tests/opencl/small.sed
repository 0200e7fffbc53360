# Smaller blocks and smaller arrays, for a simulator: still several programs, whole blocks and blocks over the edge. Where those two
# have code of their own, both are met.
s/BM = 128, BN = 128, BK = [0-9]*/BM = 16, BN = 24, BK = 20/
s/M = 200, N = 150, K = [0-9]*/M = 40, N = 37, K = 45/
s/BQ = 32, BK = 32, D = 32/BQ = 8, BK = 16, D = 8/
s/LENGTH = 100/LENGTH = 30/
s/BM = 16, BN = 128, BK = 128/BM = 8, BN = 16, BK = 16/
s/M = 203, N = 150, K = 170/M = 203, N = 36, K = 35/
s/B = 16, BN = 128/B = 8, BN = 16/
s/M = 50, N = 200/M = 50, N = 256/
s/{ B = 128 }/{ B = 32 }/
s/BM = 32, BN = 128, HIGH = BM + 8, WIDE = BN + 128/BM = 16, BN = 32, HIGH = BM + 2, WIDE = BN + 2/
s/{ 101, 150, 33, 16, 128 }/{ 101, 90, 33, 16, 24 }/
s/ROWS = 9, COLUMNS = 11/ROWS = 3, COLUMNS = 4/
s/BH = 8, BW = 16, HIGH/BH = 2, BW = 8, HIGH/
s/HEIGHT = 21, WIDTH = 37/HEIGHT = 5, WIDTH = 19/
s/M = 300, N = 500/M = 68, N = 148/
s/M = 211, N = 317/M = 50, N = 70/
s/M = 30, N = 1000/M = 30, N = 300/
s/N = 100003/N = 9000/
s/expect_total(100003)/expect_total(1003)/
s/LONGEST (1L << 20)/LONGEST 3007L/
s/M = 50, N = 333/M = 20, N = 332/
s/enum { TM = 128, TN = 128, TK = 64 };/enum { TM = 32, TN = 32, TK = 16 };/
s/enum { BQ = 64, KEYS = 64, D = 64 };/enum { BQ = 16, KEYS = 16, D = 16 };/
s/enum { HEADS = 2, LENGTH = 150, SIZE/enum { HEADS = 1, LENGTH = 40, SIZE/
