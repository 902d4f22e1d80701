// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a device image has to be for LLVM's plug-in for CUDA to load it: an executable of that machine. It is
// empty, because the driver of fake_cuda.c does not look into it; a real one could be made with CUDA's
// assembler only.
#include <elf.h>

enum { kOsCuda = 51, kAbiVersion = 7, kAddresses64 = 0x400, kCapability = 90 };

__attribute__((section(".image"), used)) static const Elf64_Ehdr image = {
    .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, kOsCuda,
                kAbiVersion},
    .e_type = ET_EXEC,
    .e_machine = EM_CUDA,
    .e_version = EV_CURRENT,
    .e_flags = kAddresses64 | kCapability,
    .e_ehsize = sizeof(Elf64_Ehdr),
};
