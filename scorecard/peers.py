# peers.py -- times PyTorch on this machine's GPU at KernelBench's sizes, as the peer of scorecard/kernelbench; after `triton`, at those
# of scorecard/triton. Prints a line `NUMBER MILLISECONDS` for each operator, or for those that are named: the median of single calls,
# as card.h measures. Sums are of float, without TF32, as ours are. What does not run is named on stderr.
import sys
import time

import torch
import torch.nn.functional as F

torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False


def rand(*shape):
    return torch.rand(*shape, device="cuda")


def unary(f, *shape):
    return lambda: (f, rand(*shape))


def binary(f, first, second):
    return lambda: (f, rand(*first), rand(*second))


def module(make, *shape):
    return lambda: (make().cuda(), rand(*shape))


def conv(kind, c_in, c_out, window, *shape, **options):
    make = {"1": torch.nn.Conv1d, "2": torch.nn.Conv2d, "3": torch.nn.Conv3d, "1t": torch.nn.ConvTranspose1d,
            "2t": torch.nn.ConvTranspose2d, "3t": torch.nn.ConvTranspose3d}[kind]
    return module(lambda: make(c_in, c_out, window, bias=False, **options), *shape)


def mask(m, n):
    return torch.randint(0, 2, (m, n), device="cuda").bool()


def exclusive(x):
    return torch.cat((torch.zeros_like(x[:, :1]), torch.cumsum(x[:, :-1], 1)), 1)


def over_rms(x):
    return x / torch.sqrt(torch.mean(x ** 2, dim=1, keepdim=True) + 1e-5)


class Separable(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.depthwise = torch.nn.Conv2d(64, 64, 3, padding=1, groups=64, bias=False)
        self.pointwise = torch.nn.Conv2d(64, 128, 1, bias=False)

    def forward(self, x):
        return self.pointwise(self.depthwise(x))


WIDE, PICTURES, CUBE, SQUARE = (4096, 393216), (112, 64, 512, 512), (128, 4096, 4095), (32768, 32768)
KERNELS = {
    1: binary(torch.matmul, (4096, 4096), (4096, 4096)),
    2: binary(torch.matmul, (2048, 8192), (8192, 4096)),
    3: binary(torch.bmm, (128, 512, 1024), (128, 1024, 2048)),
    4: binary(torch.matmul, (2048, 1048576), (1048576, 1)),
    5: unary(lambda x: x * 3.14, 65536, 16384),
    6: binary(torch.matmul, (256, 524288), (524288, 256)),
    7: binary(torch.matmul, (32768, 64), (64, 32768)),
    8: binary(torch.matmul, (8205, 2949), (2949, 5921)),
    9: binary(torch.matmul, (32768, 32), (32, 32768)),
    10: binary(torch.matmul, (16, 1024, 2048), (2048, 768)),
    11: binary(lambda x, y: torch.einsum("bijl,lk->bijk", x, y), (8, 256, 512, 256), (256, 768)),
    12: binary(lambda x, y: x.unsqueeze(1) * y, (4096,), (4096, 4096)),
    13: binary(torch.matmul, (4096, 4096), (4096, 4096)),
    14: lambda: (lambda x, y: torch.triu(torch.matmul(x, y)), torch.triu(rand(4096, 4096)), torch.triu(rand(4096, 4096))),
    15: lambda: (lambda x, y: torch.tril(torch.matmul(x, y)), torch.tril(rand(4096, 4096)), torch.tril(rand(4096, 4096))),
    16: binary(lambda x, y: torch.matmul(x.T, y), (8192, 2048), (8192, 4096)),
    17: binary(lambda x, y: torch.matmul(x, y.T), (2048, 8192), (4096, 8192)),
    18: binary(lambda x, y: torch.matmul(x.T, y.T), (8192, 2048), (4096, 8192)),
    19: unary(torch.relu, *WIDE),
    20: unary(F.leaky_relu, *WIDE),
    21: unary(torch.sigmoid, *WIDE),
    22: unary(torch.tanh, *WIDE),
    23: unary(lambda x: torch.softmax(x, 1), *WIDE),
    24: unary(lambda x: torch.log_softmax(x, 1), *WIDE),
    25: unary(lambda x: x * torch.sigmoid(x), *WIDE),
    26: unary(F.gelu, *WIDE),
    27: unary(torch.selu, *WIDE),
    28: unary(F.hardsigmoid, *WIDE),
    29: unary(F.softplus, *WIDE),
    30: unary(lambda x: x / (1 + torch.abs(x)), *WIDE),
    31: unary(F.elu, *WIDE),
    32: unary(F.hardtanh, *WIDE),
    33: module(lambda: torch.nn.BatchNorm2d(64), 64, 64, 512, 512),
    34: module(lambda: torch.nn.InstanceNorm2d(64), *PICTURES),
    35: module(lambda: torch.nn.GroupNorm(8, 64), *PICTURES),
    36: unary(over_rms, *PICTURES),
    37: unary(lambda x: x / torch.norm(x, p="fro"), *PICTURES),
    38: unary(lambda x: x / torch.mean(torch.abs(x), dim=1, keepdim=True), 32768, 65535),
    39: unary(lambda x: x / torch.norm(x, p=2, dim=1, keepdim=True), 32768, 65535),
    40: module(lambda: torch.nn.LayerNorm((64, 256, 256)), 16, 64, 256, 256),
    41: module(lambda: torch.nn.MaxPool1d(8, 1, 4, 3), 64, 192, 65536),
    42: module(lambda: torch.nn.MaxPool2d(4, 1, 1), 32, 64, 512, 512),
    43: module(lambda: torch.nn.MaxPool3d(3, 2, 1, 3), 16, 32, 128, 128, 128),
    44: module(lambda: torch.nn.AvgPool1d(8, 1, 4), 64, 128, 65536),
    45: module(lambda: torch.nn.AvgPool2d(11), 16, 64, 2048, 2048),
    46: module(lambda: torch.nn.AvgPool3d(3, 2, 1), 16, 32, 128, 128, 256),
    47: unary(lambda x: torch.sum(x, 1, keepdim=True), *CUBE),
    48: unary(lambda x: torch.mean(x, 1), *CUBE),
    49: unary(lambda x: torch.max(x, 1)[0], *CUBE),
    50: conv("2", 3, 96, 11, 256, 3, 224, 224, stride=4, padding=2),
    51: unary(lambda x: torch.argmax(x, 1), *CUBE),
    52: unary(lambda x: torch.argmin(x, 1), *CUBE),
    53: unary(lambda x: torch.min(x, 1)[0], *CUBE),
    54: conv("3", 3, 64, 3, 16, 3, 64, 64, 64),
    55: conv("2", 64, 128, 3, 8, 64, 512, 1024),
    56: conv("2", 64, 128, (5, 7), 8, 64, 512, 256),
    57: conv("2t", 64, 64, 3, 8, 64, 1024, 1024),
    58: conv("3t", 32, 16, (3, 5, 7), 16, 32, 16, 32, 64),
    59: conv("3", 3, 64, (3, 3, 1), 16, 3, 256, 256, 10),
    60: conv("3", 3, 64, (3, 5, 7), 16, 3, 64, 64, 64),
    61: conv("3t", 48, 48, 3, 8, 48, 64, 64, 64),
    62: conv("2", 32, 64, (5, 9), 8, 32, 512, 512),
    63: conv("2", 16, 128, 3, 16, 16, 1024, 1024),
    64: conv("1t", 128, 128, 3, 64, 128, 65536),
    65: conv("2t", 64, 64, (3, 7), 8, 64, 512, 512),
    66: conv("3", 3, 64, (3, 5, 7), 8, 3, 16, 128, 128),
    67: conv("1", 64, 128, 3, 32, 64, 131072),
    68: conv("3t", 32, 64, (3, 5, 5), 16, 32, 64, 64, 64),
    69: conv("2t", 64, 128, (3, 5), 64, 64, 128, 256),
    70: conv("3t", 48, 24, 3, 8, 48, 96, 96, 96),
    71: conv("2t", 32, 32, 3, 8, 32, 512, 1024),
    72: conv("3t", 32, 32, (3, 5, 7), 8, 32, 12, 24, 48, stride=2, padding=(1, 2, 3), output_padding=1, groups=4),
    73: conv("3t", 32, 32, 3, 4, 32, 32, 64, 128, stride=2, padding=1, groups=4),
    74: conv("1t", 32, 64, 5, 32, 32, 131072, dilation=3),
    75: conv("2t", 32, 64, (3, 5), 16, 32, 128, 256, stride=(2, 3), padding=(1, 2), dilation=(2, 1), groups=4),
    76: conv("1", 64, 128, 3, 64, 64, 524280, stride=3, dilation=4),
    77: conv("3t", 32, 64, 3, 16, 32, 16, 32, 32, stride=2, padding=1, dilation=2),
    78: conv("2t", 32, 32, (3, 7), 8, 32, 512, 1024, padding=(1, 3)),
    79: conv("1t", 32, 64, 3, 16, 32, 131072, stride=2, padding=1, dilation=2),
    80: conv("2", 32, 64, (5, 9), 8, 32, 512, 512, padding=(2, 4), dilation=(2, 3)),
    81: conv("2t", 32, 64, 3, 16, 32, 64, 128, stride=5, padding=1, dilation=2),
    82: conv("2", 64, 64, 3, 16, 64, 512, 512, groups=64),
    83: conv("2", 8, 8, (3, 1), 64, 8, 512, 512, groups=8),
    84: conv("2", 128, 128, 3, 64, 128, 256, 512, groups=128),
    85: conv("2", 128, 128, (3, 7), 32, 128, 128, 256, groups=128),
    86: module(Separable, 16, 64, 512, 512),
    87: conv("2", 64, 128, 1, 16, 64, 1024, 1024),
    88: unary(lambda x: 0.5 * x * (1 + torch.tanh(0.7978845608 * (x + 0.044715 * torch.pow(x, 3)))), 8192, 8192),
    89: unary(lambda x: torch.cumsum(x, 1), *SQUARE),
    90: unary(lambda x: torch.cumprod(x, 1), *SQUARE),
    91: unary(lambda x: torch.cumsum(x.flip(1), 1).flip(1), *SQUARE),
    92: unary(exclusive, *SQUARE),
    93: lambda: (lambda x, m: torch.cumsum(x * m, 1), rand(*SQUARE), mask(*SQUARE)),
    94: binary(lambda p, t: torch.mean((p - t) ** 2), SQUARE, SQUARE),
    95: lambda: (F.cross_entropy, rand(32768, 4096), torch.randint(0, 4096, (32768,), device="cuda")),
    96: binary(F.smooth_l1_loss, SQUARE, SQUARE),
    97: lambda: (F.scaled_dot_product_attention, *(rand(32, 32, 512, 1024) for _ in range(3))),
    98: binary(lambda p, t: F.kl_div(torch.log(p), t, reduction="batchmean"), (16384, 16384), (16384, 16384)),
    99: lambda: (torch.nn.TripletMarginLoss(margin=1.0), *(rand(32768, 8192) for _ in range(3))),
    100: binary(lambda p, t: torch.mean(torch.clamp(1 - p * t, min=0)), SQUARE, (32768,)),
}


def half(*shape):
    return rand(*shape).half()


def forward_and_back(x, gain, shift, dy):
    with torch.enable_grad():
        return torch.autograd.grad(F.layer_norm(x, (8192,), gain, shift), (x, gain, shift), dy)


def grouped(x, y):
    rows = [128 * (g % 3 + 1) for g in range(32)]
    return [part @ y[g] for g, part in enumerate(x.split(rows))]


TUTORIALS = {
    1: binary(torch.add, (1 << 27,), (1 << 27,)),
    2: unary(lambda x: torch.softmax(x, 1), 4096, 4096),
    3: lambda: (lambda x, y: F.leaky_relu(x @ y), half(8192, 8192), half(8192, 8192)),
    4: unary(lambda x: F.dropout(x, 0.5), 1 << 27),
    5: lambda: (forward_and_back, *(rand(*shape).requires_grad_() for shape in ((4096, 8192), (8192,), (8192,))), rand(4096, 8192)),
    6: lambda: (lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), *(half(4, 32, 4096, 64) for _ in range(3))),
    7: unary(torch.asin, 1 << 27),
    8: lambda: (grouped, half(128 * sum(g % 3 + 1 for g in range(32)), 4096), half(32, 4096, 2048)),
    9: lambda: (lambda x, y: x @ y.T, half(8192, 8192), half(8192, 8192)),
}


def median_of(f, arguments):
    """The median time of a call in milliseconds, of 3 to 20 calls that take 0.1 s together."""
    times = []
    while len(times) < 4 or (len(times) < 21 and sum(times[1:]) < 0.1):
        torch.cuda.synchronize()
        begun = time.perf_counter()
        f(*arguments)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begun)
    return 1e3 * sorted(times[1:])[(len(times) - 1) // 2]


arguments = sys.argv[1:]
table = TUTORIALS if arguments[:1] == ["triton"] else KERNELS
with torch.no_grad():
    for number in [int(a) for a in arguments if a != "triton"] or table:
        try:
            f, *operands = table[number]()
            print(number, "%.4f" % median_of(f, operands), flush=True)
        except (RuntimeError, torch.cuda.OutOfMemoryError) as e:
            print("PyTorch, operator %d: %s" % (number, str(e).split("\n")[0]), file=sys.stderr)
        f = operands = None
        torch.cuda.empty_cache()
