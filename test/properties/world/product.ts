/** The product as it is shipped. */
export { controllers as product } from '../../../hooks/registry'
