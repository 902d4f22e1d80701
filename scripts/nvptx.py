# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How Clang builds for a GPU of NVIDIA, for the scripts that have it do so."""


def flags(architecture, device_runtime):
    """For an architecture such as sm_90. Debian has no library of LLVM for these devices: DEVICE_RUNTIME is the folder of one, with libompdevice.a
    and libomptarget-nvptx.bc, or None: Clang looks for its own."""
    found = [f"--offload-arch={architecture}"]
    if device_runtime:
        found += [f"--libomptarget-nvptx-bc-path={device_runtime}/libomptarget-nvptx.bc", "-Xoffload-linker", f"-L{device_runtime}"]
    return found
