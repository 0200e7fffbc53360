# peers.py LIST -- times PyTorch (with cuBLAS and cuDNN), Triton and the Pallas kernels of JAX on this machine's GPU, as peers of
# bench/cuda/cuda.c. LIST is the output of `cuda --list`: OP|LINE|M|N|K. Prints LINE|PEER|MILLISECONDS for each peer that is installed
# and runs; what does not is named on stderr. Results are not compared: they are the peers' own.
import os
import sys
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")


def median_of(run, clock, samples=15, calls=4):
    """The median time of a call in milliseconds; clock(run, calls) times several."""
    for _ in range(3):
        clock(run, 1)
    return sorted(clock(run, calls) / calls for _ in range(samples))[samples // 2]


def torch_peers():
    """Yields OP, PEER, make: make(m, n, k) returns a function that does the work."""
    import torch
    import torch.nn.functional as F
    from torch.nn.attention import SDPBackend, sdpa_kernel

    torch.backends.cuda.matmul.allow_tf32 = False
    if not torch.cuda.is_available():
        raise RuntimeError("PyTorch finds no GPU")

    def random(*shape, dtype=torch.float32):
        return torch.randn(*shape, device="cuda", dtype=dtype)

    def add(m, n, k):
        x, y, z = random(m), random(m), random(m)
        return lambda: torch.add(x, y, out=z)

    def softmax(m, n, k):
        x = random(m, n)
        return lambda: torch.softmax(x, 1)

    def layer_norm(m, n, k):
        x, g, b = random(m, n), random(n), random(n)
        return lambda: F.layer_norm(x, (n,), g, b)

    def rms_norm(m, n, k):
        x, g = random(m, n, dtype=torch.bfloat16), random(n, dtype=torch.bfloat16)
        return lambda: F.rms_norm(x, (n,), g, 1e-6)

    def cumsum(m, n, k):
        x = random(m, n)
        return lambda: x.cumsum(1)

    def column_sum(m, n, k):
        x = random(m, n)
        return lambda: x.sum(0)

    def total(m, n, k):
        x = random(m)
        return lambda: x.sum()

    def transpose(m, n, k):
        x = random(m, n)
        return lambda: x.t().contiguous()

    def matmul(dtype):
        def make(m, n, k):
            x, y = random(m, k, dtype=dtype), random(k, n, dtype=dtype)
            return lambda: x @ y
        return make

    def matmul_gelu(m, n, k):
        x, y, b = (random(*shape, dtype=torch.bfloat16) for shape in ((m, k), (k, n), (n,)))
        return lambda: F.gelu(torch.addmm(b, x, y), approximate="tanh")

    def matmul_f16_t(m, n, k):
        x, y = random(m, k, dtype=torch.float16), random(n, k, dtype=torch.float16)
        return lambda: x @ y.t()

    def matmul_int8_t(m, n, k):
        x, y = (torch.randint(-127, 128, shape, device="cuda", dtype=torch.int8) for shape in ((m, k), (n, k)))
        return lambda: torch._int_mm(x, y.t())

    def matmul_f8_t(m, n, k):
        x, y = (random(*shape).to(torch.float8_e4m3fn) for shape in ((m, k), (n, k)))
        one = torch.ones((), device="cuda")
        return lambda: torch._scaled_mm(x, y.t(), one, one, out_dtype=torch.bfloat16)

    def attention(backend, d):
        def make(heads, length, causal):
            q, k, v = (random(1, heads, length, d, dtype=torch.bfloat16) for _ in range(3))

            def run():
                with sdpa_kernel(backend):
                    return F.scaled_dot_product_attention(q, k, v, is_causal=bool(causal))
            return run
        return make

    def clock(run, calls):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(calls):
            run()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end)

    yield clock
    for op, make in (("add", add), ("softmax", softmax), ("layer_norm", layer_norm), ("rms_norm", rms_norm),
                     ("cumsum", cumsum), ("column_sum", column_sum), ("sum", total), ("transpose", transpose), ("matmul", matmul(torch.float32)),
                     ("matmul_bf16", matmul(torch.bfloat16)), ("matmul_gelu", matmul_gelu), ("matmul_f16_t", matmul_f16_t),
                     ("matmul_int8_t", matmul_int8_t), ("matmul_f8_t", matmul_f8_t)):
        yield op, "PyTorch", make
    for op, d in (("attention", 128), ("attention_64", 64)):
        yield op, "PyTorch, cuDNN", attention(SDPBackend.CUDNN_ATTENTION, d)
        yield op, "PyTorch, FlashAttention-2", attention(SDPBackend.FLASH_ATTENTION, d)


def jax_peers():
    import jax
    import jax.numpy as jnp
    from jax.experimental.pallas.ops.gpu import attention_mgpu, hopper_matmul_mgpu, softmax as pallas_softmax

    if jax.default_backend() != "gpu":
        raise RuntimeError("JAX finds no GPU")

    def random(shape, dtype=jnp.float32):
        return jax.random.normal(jax.random.key(len(shape)), shape, dtype)

    def softmax(m, n, k):
        x = random((m, n))
        run = jax.jit(lambda x: pallas_softmax.softmax(x, num_warps=8))
        return lambda: run(x)

    def matmul_bf16(m, n, k):
        x, y = random((m, k), jnp.bfloat16), random((k, n), jnp.bfloat16)
        dimension = list(hopper_matmul_mgpu.MatmulDimension)
        config = hopper_matmul_mgpu.TuningConfig(tile_m=128, tile_n=128, tile_k=64, max_concurrent_steps=4, epi_tile_n=64, epi_tile_m=64,
                                                 grid_minor_dim=dimension[1], grid_tile_width=8, wg_dimension=dimension[1],
                                                 cluster_dimension=dimension[1])
        run = jax.jit(lambda x, y: hopper_matmul_mgpu.matmul(x, y, None, config))
        return lambda: run(x, y)

    def attention(heads, length, causal):
        q, k, v = (random((1, length, heads, 128), jnp.float16) for _ in range(3))
        config = attention_mgpu.TuningConfig(block_q=64, block_kv=128, max_concurrent_steps=2, use_schedule_barrier=True,
                                             causal=bool(causal))
        run = jax.jit(lambda q, k, v: attention_mgpu.attention(q, k, v, config))
        return lambda: run(q, k, v)

    def clock(run, calls):
        begin = time.perf_counter()
        jax.block_until_ready([run() for _ in range(calls)])
        return 1e3 * (time.perf_counter() - begin)

    yield clock
    yield "softmax", "Pallas on Triton", softmax
    yield "matmul_bf16", "Pallas on Mosaic GPU", matmul_bf16
    yield "attention", "Pallas on Mosaic GPU", attention


def complain(what, error):
    print(f"peers: {what}: {str(error).splitlines()[0][:160] if str(error) else type(error).__name__}", file=sys.stderr)


def measure(peers, lines):
    clock = next(peers)
    for op, peer, make in peers:
        known = {}                              # lines with the same work share a time
        for name, *size in (line[1:] for line in lines if line[0] == op):
            try:
                if tuple(size) not in known:
                    known[tuple(size)] = median_of(make(*map(int, size)), clock)
                print(f"{name}|{peer}|{known[tuple(size)]:.5f}", flush=True)
            except Exception as error:          # a peer that fails is left out
                complain(f"{peer}, {name}", error)


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        lines = [line.rstrip("\n").split("|") for line in file]
    for name, peers in (("PyTorch", torch_peers), ("JAX", jax_peers)):
        try:
            measure(peers(), lines)
        except Exception as error:              # it is not installed, or finds no GPU
            complain(name, error)
