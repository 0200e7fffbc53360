// symbols.cc -- reads the symbol table of the running program: names and sizes of variables, and which are shared.

#include "emulator.h"
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace emulator {

static Symbol *symbols;
static size_t symbols_count;
static Address base;

static int find_base(struct dl_phdr_info *info, size_t, void *)
{
    base = info->dlpi_addr;
    return 1;  // stop: the first entry is the program itself
}

static int by_address(const void *a, const void *b)
{
    const Symbol *x = static_cast<const Symbol *>(a), *y = static_cast<const Symbol *>(b);
    return x->address < y->address ? -1 : x->address > y->address;
}

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

static void read_table(const char *file, const Elf64_Shdr *sections, const char *section_names, unsigned count,
                       const Elf64_Shdr *table)
{
    const Elf64_Sym *entries = reinterpret_cast<const Elf64_Sym *>(file + table->sh_offset);
    const char *names = file + sections[table->sh_link].sh_offset;
    size_t n = table->sh_size / sizeof *entries;
    symbols = static_cast<Symbol *>(malloc((n + 1) * sizeof *symbols));
    for (size_t i = 0; i < n; i++) {
        int type = ELF64_ST_TYPE(entries[i].st_info);
        if ((type != STT_OBJECT && type != STT_FUNC) || !entries[i].st_shndx || entries[i].st_shndx >= count ||
            !entries[i].st_size)
            continue;
        const Elf64_Shdr *section = &sections[entries[i].st_shndx];
        const char *section_name = section_names + section->sh_name;
        symbols[symbols_count++] = { base + entries[i].st_value, entries[i].st_size, names + entries[i].st_name,
                                     section_name, begins(section_name, "pl_shared"), begins(section_name, "pl_constant"),
                                     (section->sh_flags & SHF_WRITE) != 0 };
    }
    qsort(symbols, symbols_count, sizeof *symbols, by_address);
}

static void read_symbols()
{
    static bool read;
    if (read)
        return;
    read = true;
    dl_iterate_phdr(find_base, nullptr);
    int fd = open("/proc/self/exe", O_RDONLY);
    struct stat about;
    if (fd < 0 || fstat(fd, &about))
        return;
    const char *file =
        static_cast<const char *>(mmap(nullptr, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0));
    close(fd);
    if (file == MAP_FAILED)
        return;
    const Elf64_Ehdr *head = reinterpret_cast<const Elf64_Ehdr *>(file);
    const Elf64_Shdr *sections = reinterpret_cast<const Elf64_Shdr *>(file + head->e_shoff);
    const char *section_names = file + sections[head->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < head->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB)
            read_table(file, sections, section_names, head->e_shnum, &sections[i]);
    if (!symbols)
        fprintf(stderr, "CUDA emulator: the program has no symbols (strip, -s), so its shared variables cannot be found\n");
}

const Symbol *first_symbol()
{
    read_symbols();
    return symbols;
}

const Symbol *last_symbol()
{
    read_symbols();
    return symbols + symbols_count;
}

Address code_base()
{
    read_symbols();
    return base;
}

const Symbol *symbol_at(Address a)
{
    read_symbols();
    size_t low = 0, high = symbols_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (symbols[middle].address <= a)
            low = middle + 1;
        else
            high = middle;
    }
    // Aliases share an address, and a smaller symbol may be inside a larger one.
    for (size_t back = 0; back < 4 && low > back; back++)
        if (a - symbols[low - 1 - back].address < symbols[low - 1 - back].bytes)
            return &symbols[low - 1 - back];
    return nullptr;
}

// The plain name of kernel(float*)::tile is tile; that of void kernel<int>(int*) is kernel<int>.
const char *plain_name(const Symbol *symbol, char *buffer, size_t bytes)
{
    int status;
    char *full = abi::__cxa_demangle(symbol->name, nullptr, nullptr, &status);
    const char *name = full ? full : symbol->name;
    int depth = 0;
    const char *start = name, *end = name + strlen(name);
    for (const char *c = name; *c; c++) {
        depth += (*c == '(' || *c == '<') - (*c == ')' || *c == '>');
        if (!depth && ((c[0] == ':' && c[1] == ':') || (*c == ' ' && c[1] != '(')))
            start = c[0] == ':' ? c + 2 : c + 1;
    }
    depth = 0;
    for (const char *c = start; *c; c++) {
        if (*c == '(' && !depth && c > start) {
            end = c;
            break;
        }
        depth += (*c == '(' || *c == '<') - (*c == ')' || *c == '>');
    }
    snprintf(buffer, bytes, "%.*s", (int)(end - start), start);
    free(full);
    return buffer;
}

}  // namespace emulator
