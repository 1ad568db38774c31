import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that holds `crds` and the controllers: above this file, wherever the program was bundled to. */
export const productRoot = (from: string = __dirname): string =>
  existsSync(join(from, 'crds')) && existsSync(join(from, 'composite-controllers')) ? from : parent(from)

const parent = (from: string): string => {
  const above = dirname(from)
  if (above === from) throw new Error('the files of the product (crds, composite-controllers) are missing')
  return productRoot(above)
}
