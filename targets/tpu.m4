m4_dnl  tpu.m4 -- C for a modeled TPU: the order of the output. docs/templates.md, "Reading a template", explains the notation.
m4_dnl  The code of each fact is in tpu/body.m4 (types, expressions, statements), tpu/copies.m4 (copies inside kernels, devices)
m4_dnl  and tpu/pipeline.m4 (a call: where its blocks are, when they are copied).
m4_dnl  User text is written as ««$ref»» and never read again; bodies, which contain facts, are written as $body.
m4_dnl
m4_include(«shared/launcher.m4»)m4_dnl
m4_include(«body.m4»)m4_dnl
m4_include(«copies.m4»)m4_dnl
m4_include(«pipeline.m4»)m4_dnl
m4_dnl
m4_dnl  ==== The file =========================================================================================
pl_define(«enumerator», «pl_enumerator», ««enum { $name = $value };
»»)m4_dnl
pl_define(«record», «pl_record», «$text«
»»)m4_dnl
pl_define(«constant», «pl_constant», ««static »$text«;
»»)m4_dnl
pl_define(«function», «pl_function», ««
static »$head«
{
»$body«}
»»)m4_dnl
m4_define(«pl_call», «tpu_everything()»)m4_dnl
%%as_is
// The calls of PL_FILE(), for a modeled TPU; written by pallasc.
// Build: cc -std=c11 -ffp-contract=off -c this file; link with -lm. pl_tpu.h says what each pl_… does.

#include "pl_tpu.h"

%%indent
pl_define(«name», «pl_name», «
%%name $name
»)PL_NAMES()m4_dnl
PL_GLOBALS()m4_dnl
PL_CALLS()
