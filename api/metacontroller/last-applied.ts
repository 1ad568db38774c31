/** Annotation in which Metacontroller writes down what it has applied to a child: of the rest it takes nothing off. */
export const LAST_APPLIED = 'metacontroller.k8s.io/last-applied-configuration'
