/** Bytes that a kopia process uploaded as content, from the measurements it stores when it exits. */
export const uploadedBytes = (text: string): number | undefined => {
  const found = /^kopia_content_uploaded_bytes_total(?:\{[^}]*\})? (\S+)$/m.exec(text)
  const value = found === null ? Number.NaN : Number(found[1])
  return Number.isFinite(value) ? value : undefined
}
