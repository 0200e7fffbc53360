%%helper pl_share
// Work-items share count programs, each an unbroken run of them: this one has those from pl_share(count, 0) on, up to,
// not including, pl_share(count, 1).
static long pl_share(long count, int end)
{
    return count * ((long)get_global_id(0) + end) / (long)get_global_size(0);
}

