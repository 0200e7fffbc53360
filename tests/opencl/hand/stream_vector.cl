#define streamv(v, p, past) stream_at(floatv, *(p), v, past)
