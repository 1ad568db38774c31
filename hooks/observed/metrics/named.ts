/** The labels of metrics that tell of an object by its name alone. */
export const NAMED = ['namespace', 'name']

export const named = ({ namespace, name }: { readonly namespace: string; readonly name: string }) => ({
  namespace,
  name,
})
