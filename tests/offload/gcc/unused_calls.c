// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC's plug-in asks of the driver of driver.c without there being anything to do, and what it looks up without
// calling it. The plug-ins of GCC 12 to 16 were looked at.
enum { kSuccess = 0, kNotSupported = 801 };

#define RETURNS(result, name) \
  int name(void) {            \
    return result;            \
  }

RETURNS(kSuccess, cuCtxDestroy_v2)
RETURNS(kSuccess, cuCtxSynchronize)
RETURNS(kSuccess, cuLinkDestroy)
RETURNS(kSuccess, cuModuleUnload)
RETURNS(kSuccess, cuStreamSynchronize)
RETURNS(kNotSupported, cuCtxDestroy)
RETURNS(kNotSupported, cuCtxSetLimit)
RETURNS(kNotSupported, cuEventCreate)
RETURNS(kNotSupported, cuEventDestroy_v2)
RETURNS(kNotSupported, cuEventElapsedTime)
RETURNS(kNotSupported, cuEventQuery)
RETURNS(kNotSupported, cuEventRecord)
RETURNS(kNotSupported, cuEventSynchronize)
RETURNS(kNotSupported, cuLinkAddData)
RETURNS(kNotSupported, cuLinkCreate)
RETURNS(kNotSupported, cuMemAllocHost_v2)
RETURNS(kNotSupported, cuMemAllocManaged)
RETURNS(kNotSupported, cuMemcpy)
RETURNS(kNotSupported, cuMemcpyDtoHAsync_v2)
RETURNS(kNotSupported, cuMemcpyHtoDAsync_v2)
RETURNS(kNotSupported, cuMemFreeHost)
RETURNS(kNotSupported, cuMemHostAlloc)
RETURNS(kNotSupported, cuMemHostGetDevicePointer_v2)
RETURNS(kNotSupported, cuMemsetD8_v2)
RETURNS(kNotSupported, cuModuleLoad)
RETURNS(kNotSupported, cuPointerGetAttribute)
RETURNS(kNotSupported, cuStreamAddCallback)
RETURNS(kNotSupported, cuStreamCreate)
RETURNS(kNotSupported, cuStreamDestroy_v2)
RETURNS(kNotSupported, cuStreamQuery)
RETURNS(kNotSupported, cuStreamWaitEvent)
