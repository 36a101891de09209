// What a failed system call says, in words.

/** In words for a fault that is known by its code; else what the error itself says. */
export function systemFault(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code === 'string' && Object.hasOwn(FAULTS, code)) return FAULTS[code]!;
  // A file beyond the longest string; not every way of reading gives this a code.
  if (error instanceof RangeError && error.message === 'Invalid string length') return FAULTS.ERR_STRING_TOO_LONG!;
  return error instanceof Error ? error.message : String(error);
}

const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EEXIST: 'it is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  EIO: 'the device reports an error',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_STRING_TOO_LONG: 'it is too large',
  ERR_INVALID_ARG_VALUE: 'the name holds a NUL character',
};
