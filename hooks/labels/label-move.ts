export interface LabelMove {
  readonly labels: { readonly [key: string]: string }
  readonly resyncAfterSeconds?: number
}
