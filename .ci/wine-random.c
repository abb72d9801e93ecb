/* What wine 8 lacks of bcryptprimitives.dll. Lies beside the program when it is tried under
   wine; Windows has the real one. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return SystemFunction036(data, (ULONG)length);
}
