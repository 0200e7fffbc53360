%%helper pl_f32_of_f16
static float pl_f32_of_f16(ushort v) { return vload_half(0, (const half *)&v); }

%%helper pl_f16_of_f32
static ushort pl_f16_of_f32(float v)
{
    ushort made;
    vstore_half_rte(v, 0, (half *)&made);
    return made;
}

%%helper pl_f32v_of_f16
static floatv pl_f32v_of_f16(ushortv v) { return PL_JOIN(vload_half, VW)(0, (const half *)&v); }

%%helper pl_f16v_of_f32
static ushortv pl_f16v_of_f32(floatv v)
{
    ushortv made;
    PL_JOIN(PL_JOIN(vstore_half, VW), _rte)(v, 0, (half *)&made);
    return made;
}

