/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/vector.h"

#include <string.h>

#include "assembly/statement.h"
#include "base/base.h"

/* Whole vectors; HALF of one in memory, and so on; else bytes. */
enum { WHOLE = 1000, HALF, QUARTER, EIGHTH, PAIR };

enum way {
    READS,  /* an operand in memory that is not the last */
    MOVES,  /* the same, and writes one that is */
    WRITES, /* the last */
};

static const struct {
    const char *names; /* with a blank around each; v may be in front */
    unsigned size;
    enum way way;
} exact[] = {
    {" movaps movapd movups movupd movdqa movdqu movdqa32 movdqa64 movdqu8"
     " movdqu16 movdqu32 movdqu64 ", WHOLE, MOVES},
    {" movntps movntpd movntdq ", WHOLE, WRITES},
    {" lddqu movntdqa movshdup movsldup pblendw ptest testps testpd mpsadbw"
     " cvtdq2ps cvtps2dq cvttps2dq dppd dpps perm2f128 perm2i128 permd permq"
     " permps permpd permilps permilpd sqrtps sqrtpd rcpps rsqrtps haddps"
     " haddpd hsubps hsubpd addsubps addsubpd roundps roundpd phminposuw"
     " pclmulqdq ", WHOLE, READS},
    {" cvtps2pd cvtdq2pd pmovzxbw pmovzxwd pmovzxdq pmovsxbw pmovsxwd"
     " pmovsxdq ", HALF, READS},
    {" pmovzxbd pmovzxwq pmovsxbd pmovsxwq ", QUARTER, READS},
    {" pmovzxbq pmovsxbq ", EIGHTH, READS},
    {" movss movd ", 4, MOVES},
    {" movsd movq movlps movhps movlpd movhpd ", 8, MOVES},
    {" movntq ", 8, WRITES},
    {" movddup ", PAIR, READS},
    {" addss subss mulss divss minss maxss sqrtss rcpss rsqrtss cmpss ucomiss"
     " comiss cvtss2sd cvtss2si cvttss2si cvtss2sil cvtss2siq cvttss2sil"
     " cvttss2siq roundss insertps broadcastss pinsrd pbroadcastd cvtsi2ssl"
     " cvtsi2sdl ", 4, READS},
    {" addsd subsd mulsd divsd minsd maxsd sqrtsd cmpsd ucomisd comisd"
     " cvtsd2ss cvtsd2si cvttsd2si cvtsd2sil cvtsd2siq cvttsd2sil cvttsd2siq"
     " roundsd broadcastsd pinsrq pbroadcastq cvtsi2ssq cvtsi2sdq cvtpi2ps"
     " cvtpi2pd ", 8, READS},
    {" pinsrb pbroadcastb ", 1, READS},
    {" pinsrw pbroadcastw ", 2, READS},
    {" broadcastf128 broadcasti128 insertf128 inserti128 ", 16, READS},
    {" pextrb ", 1, WRITES},
    {" pextrw ", 2, WRITES},
    {" pextrd extractps ", 4, WRITES},
    {" pextrq ", 8, WRITES},
    {" extractf128 extracti128 ", 16, WRITES},
    {" ldmxcsr flds fadds fsubs fmuls fdivs fcoms fcomps fildl ", 4,
     READS},
    {" stmxcsr fsts fstps fistl fistpl ", 4, WRITES},
    {" fldl fildll fildq faddl fsubl fmull fdivl fcoml fcompl ", 8, READS},
    {" fstl fstpl fistpll fistpq ", 8, WRITES},
    {" fldt ", 10, READS},
    {" fstpt ", 10, WRITES},
    {" fldcw filds ", 2, READS},
    {" fnstcw fstcw fnstsw fstsw fists fistps ", 2, WRITES},
    {" fxrstor fxrstor64 ", 512, READS},
    {" fxsave fxsave64 ", 512, WRITES},
    /* registers only */
    {" zeroupper zeroall emms fninit finit fwait fld1 fldz fchs fabs fxch"
     " faddp fmulp fsubp fdivp fnclex fclex pmovmskb movmskps movmskpd"
     " movhlps movlhps cvtsi2ss cvtsi2sd movq2dq movdq2q ", 0, READS},
};

/* All instructions whose names begin so read a whole vector from memory. */
static const char *const families[] = {
    "padd",   "psub",    "pmul",   "pcmpeq", "pcmpgt", "pmin",   "pmax",
    "pavg",   "psll",    "psrl",   "psra",   "packs",  "packus", "punpck",
    "pshuf",  "palignr", "pand",   "por",    "pxor",   "phadd",  "phsub",
    "pabs",   "psign",   "pmadd",  "psad",   "blendp", "blendvp",
    "pblendv", "addp",   "subp",   "mulp",   "divp",   "minp",   "maxp",
    "andp",   "andnp",   "orp",    "xorp",   "unpck",  "shufp",  "cmpp",
    "aesenc", "aesdec",  "aesimc", "aeskey", "sha1",   "sha256",
};

static bool is_of_a_family(const char *name)
{
    for (size_t i = 0; i < MZ_COUNT(families); i++)
        if (!strncmp(name, families[i], strlen(families[i])))
            return true;
    return false;
}

static unsigned largest_register(const struct mz_instruction *i)
{
    unsigned size = 0;

    for (unsigned n = 0; n < i->operand_count; n++) {
        const struct mz_operand *o = &i->operands[n];

        if (o->kind == MZ_OPERAND_REGISTER &&
            o->reg.class == MZ_REGISTER_VECTOR && o->reg.size > size)
            size = o->reg.size;
    }
    return size;
}

static unsigned bytes(unsigned size, unsigned vector)
{
    switch (size) {
    case WHOLE:
        return vector;
    case HALF:
        return vector / 2;
    case QUARTER:
        return vector / 4;
    case EIGHTH:
        return vector / 8;
    case PAIR:
        return vector == 16 ? 8 : vector;
    default:
        return size;
    }
}

/* Two kinds read less than the others of their family: the count of a shift
 * that is the same for all elements, and the lower halves of mm registers. */
static unsigned shortened(const struct mz_instruction *i, unsigned size)
{
    const char *name = i->name + (i->name[0] == 'v');
    bool shifts = !strncmp(name, "psll", 4) || !strncmp(name, "psrl", 4) ||
                  !strncmp(name, "psra", 4);

    if (shifts && name[4] != 'v' && size > 16 &&
        i->operands[0].kind == MZ_OPERAND_MEMORY)
        return 16;
    return size == 8 && !strncmp(name, "punpckl", 7) ? 4 : size;
}

static bool decide(const struct mz_instruction *i, unsigned size, enum way way,
                   bool *writes, unsigned *found)
{
    const struct mz_operand *memory = mz_instruction_memory(i);
    bool is_last = memory && memory == mz_instruction_last(i);

    *found = 0;
    if (!memory)
        return true;
    /* Those of x87 have one operand, which may be read. */
    if (i->operand_count > 1 && is_last != (way != READS) && way != MOVES)
        return false;
    *writes = way == WRITES || (way == MOVES && is_last);
    *found = shortened(i, bytes(size, largest_register(i)));
    return *found;
}

bool mz_vector_find(const struct mz_instruction *i, bool *writes,
                    unsigned *size)
{
    for (const char *name = i->name;; name++) {
        for (size_t n = 0; n < MZ_COUNT(exact); n++)
            if (mz_is_among(exact[n].names, name, strlen(name)))
                return decide(i, exact[n].size, exact[n].way, writes, size);
        if (is_of_a_family(name))
            return decide(i, WHOLE, READS, writes, size);
        if (name > i->name || *name != 'v')
            return false;
    }
}
