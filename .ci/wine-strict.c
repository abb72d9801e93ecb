/* In the place of wine-random.c: wine 8 as strict as Windows where files are cut, and with a
   `signal` that tells what it would do, which listening for Ctrl-C needs. Functions of the
   program's import table are replaced when it starts. */
#include "wine-random.c"
#include <string.h>
#include <winternl.h>

typedef void (*Handler)(int);

static BOOL(WINAPI *set_information)(HANDLE, int, LPVOID, DWORD);
static Handler (*set_handler)(int, Handler);

/* Only who may write anywhere in a file may cut it: not who may only append. */
static BOOL WINAPI strict_set_information(HANDLE file, int kind, LPVOID value, DWORD size)
{
    enum { END_OF_FILE = 6 }; /* FileEndOfFileInfo */
    PUBLIC_OBJECT_BASIC_INFORMATION found = {0};
    if (kind == END_OF_FILE) {
        NtQueryObject(file, ObjectBasicInformation, &found, sizeof found, NULL);
        if (!(found.GrantedAccess & FILE_WRITE_DATA)) {
            SetLastError(ERROR_ACCESS_DENIED);
            return FALSE;
        }
    }
    return set_information(file, kind, value, size);
}

/* Wine takes SIG_GET, which only asks, for a handler. */
static Handler asked_set_handler(int signal, Handler handler)
{
    const Handler sig_get = (Handler)2;
    Handler old = set_handler(signal, handler == sig_get ? NULL : handler);
    if (handler == sig_get)
        set_handler(signal, old);
    return old;
}

/* Puts another function into a slot of the import table, and the old one into `old`. */
static void replace(ULONGLONG *slot, void *function, void *old)
{
    DWORD protection;
    VirtualProtect(slot, sizeof *slot, PAGE_READWRITE, &protection);
    *(ULONGLONG *)old = *slot;
    *slot = (ULONGLONG)function;
    VirtualProtect(slot, sizeof *slot, protection, &protection);
}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, LPVOID reserved)
{
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    BYTE *base = (BYTE *)GetModuleHandle(NULL);
    IMAGE_NT_HEADERS *head = (void *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
    IMAGE_IMPORT_DESCRIPTOR *library =
        (void *)(base + head->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress);
    for (; library->Name; library++) {
        IMAGE_THUNK_DATA *name = (void *)(base + library->OriginalFirstThunk);
        IMAGE_THUNK_DATA *slot = (void *)(base + library->FirstThunk);
        for (; name->u1.AddressOfData; name++, slot++) {
            if (IMAGE_SNAP_BY_ORDINAL(name->u1.Ordinal))
                continue;
            char *text = ((IMAGE_IMPORT_BY_NAME *)(base + name->u1.AddressOfData))->Name;
            if (!strcmp(text, "SetFileInformationByHandle"))
                replace(&slot->u1.Function, strict_set_information, &set_information);
            if (!strcmp(text, "signal"))
                replace(&slot->u1.Function, asked_set_handler, &set_handler);
        }
    }
    return TRUE;
}
