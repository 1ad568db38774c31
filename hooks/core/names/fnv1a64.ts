const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n
const MASK = 0xffffffffffffffffn

/** FNV-1a, 64 bits, of the bytes. Chosen for names and jitter because it never changes between releases. */
export const fnv1a64 = (bytes: Uint8Array): bigint =>
  bytes.reduce((hash, byte) => ((hash ^ BigInt(byte)) * PRIME) & MASK, OFFSET)

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The hash of a text as 16 hex digits. */
export const longHash = (text: string): string => fnv1a64(utf8(text)).toString(16).padStart(16, '0')

/** The low 32 bits of the hash of a text, as 8 hex digits. */
export const shortHash = (text: string): string => longHash(text).slice(8)
