import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Layout } from './layout'

const UNUSED_PLUGINS = [
  'io.containerd.snapshotter.v1.btrfs',
  'io.containerd.snapshotter.v1.zfs',
  'io.containerd.snapshotter.v1.devmapper',
  'io.containerd.snapshotter.v1.aufs',
  'io.containerd.internal.v1.opt',
  'io.containerd.tracing.processor.v1.otlp',
  'io.containerd.internal.v1.tracing',
]

/** The sandbox image of every pod; images of the test machine carry a tag other than `latest`, so nothing is ever pulled. */
export const PAUSE_IMAGE = 'kopiur.test/pause:1'

/** `root` holds images and layers. Lowering the OOM score needs a capability that containers of CI machines often lack. */
export const containerdConfig = (root: string, cniFolder: string): string => `version = 2
root = "${root}"
state = "/run/kopiur-containerd"
disabled_plugins = ${JSON.stringify(UNUSED_PLUGINS)}
[grpc]
  address = "/run/kopiur-containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE_IMAGE}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  disable_hugetlb_controller = true
  tolerate_missing_hugetlb_controller = true
  enable_unprivileged_ports = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${cniFolder}"
`

const bridge = (place: Layout) => ({
  cniVersion: '1.0.0',
  name: 'kopiur',
  plugins: [
    {
      type: 'bridge',
      bridge: 'cni0',
      isGateway: true,
      ipMasq: false,
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        ranges: [[{ subnet: place.podRange }]],
        routes: [{ dst: '0.0.0.0/0' }],
        dataDir: '/run/kopiur-cni',
      },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
})

/** An image that garbage collection removes could not be pulled again: it is switched off. */
const kubelet = (place: Layout) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: {
    anonymous: { enabled: false },
    webhook: { enabled: true },
    x509: { clientCAFile: join(place.pki, 'ca.crt') },
  },
  authorization: { mode: 'Webhook' },
  tlsCertFile: join(place.pki, 'kubelet-server.crt'),
  tlsPrivateKeyFile: join(place.pki, 'kubelet-server.key'),
  containerRuntimeEndpoint: 'unix:///run/kopiur-containerd/containerd.sock',
  cgroupDriver: 'cgroupfs',
  cgroupRoot: place.cgroup,
  failCgroupV1: false,
  failSwapOn: false,
  clusterDNS: [place.dnsAddress],
  clusterDomain: 'cluster.local',
  resolvConf: join(place.conf, 'resolv.conf'),
  volumePluginDir: '/var/lib/kubelet/volumeplugins',
  staticPodPath: '',
  rotateCertificates: false,
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 99,
  imageMinimumGCAge: '24h',
  evictionHard: {
    'memory.available': '100Mi',
    'nodefs.available': '1%',
    'imagefs.available': '1%',
    'nodefs.inodesFree': '1%',
  },
  syncFrequency: '10s',
  nodeStatusUpdateFrequency: '5s',
  registryPullQPS: 0,
  eventRecordQPS: 0,
  kubeAPIQPS: 200,
  kubeAPIBurst: 400,
  shutdownGracePeriod: '0s',
})

/** Zeroes keep kube-proxy away from limits that are the whole machine's. */
const proxy = (place: Layout) => ({
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  clientConnection: { kubeconfig: join(place.pki, 'proxy.kubeconfig') },
  mode: 'iptables',
  clusterCIDR: place.podRange,
  hostnameOverride: place.nodeName,
  healthzBindAddress: '127.0.0.1:10256',
  metricsBindAddress: '127.0.0.1:10249',
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  iptables: { minSyncPeriod: '0s', syncPeriod: '30s' },
})

const corefile = (place: Layout): string => `.:53 {
  bind ${place.nodeAddress}
  errors
  cache 5
  kubernetes cluster.local in-addr.arpa {
    kubeconfig ${join(place.pki, 'admin.kubeconfig')}
    pods insecure
    ttl 5
  }
  template ANY ANY . {
    rcode NXDOMAIN
  }
}
`

const dnsPorts = [
  { name: 'dns', port: 53, protocol: 'UDP' },
  { name: 'dns-tcp', port: 53, protocol: 'TCP' },
]

const dns = (place: Layout) => [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kube-dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
    spec: { clusterIP: place.dnsAddress, ports: dnsPorts.map((port) => ({ ...port, targetPort: 53 })) },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: 'kube-dns',
      namespace: 'kube-system',
      labels: { 'kubernetes.io/service-name': 'kube-dns', 'endpointslice.kubernetes.io/managed-by': 'kopiur-test' },
    },
    addressType: 'IPv4',
    ports: dnsPorts,
    endpoints: [{ addresses: [place.nodeAddress], conditions: { ready: true } }],
  },
]

const storageClass = (name: string, volumeBindingMode: string, provisioner: string, isDefault: boolean) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name, annotations: { 'storageclass.kubernetes.io/is-default-class': String(isDefault) } },
  provisioner,
  volumeBindingMode,
  reclaimPolicy: 'Delete',
})

const storage = (place: Layout) => [
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: place.csiDriver },
    spec: { attachRequired: false, podInfoOnMount: false, fsGroupPolicy: 'File', volumeLifecycleModes: ['Persistent'] },
  },
  storageClass('standard', 'WaitForFirstConsumer', place.csiDriver, true),
  storageClass('immediate', 'Immediate', place.csiDriver, false),
]

const snapshotClasses = (place: Layout) =>
  [
    ['snapshot.storage.k8s.io', 'VolumeSnapshotClass', 'snapshot'],
    ['groupsnapshot.storage.k8s.io', 'VolumeGroupSnapshotClass', 'groupsnapshot'],
  ].map(([group, kind, prefix]) => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name: 'standard', annotations: { [`${prefix}.storage.kubernetes.io/is-default-class`]: 'true' } },
    driver: place.csiDriver,
    deletionPolicy: 'Delete',
  }))

const documents = (objects: ReadonlyArray<object>): string => objects.map((object) => stringify(object)).join('---\n')

const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata' }],
}

/** Writes every configuration file of the cluster. */
export const writeConfiguration = (place: Layout): void => {
  const cni = join(place.conf, 'cni')
  mkdirSync(cni, { recursive: true })
  const files: ReadonlyArray<readonly [string, string]> = [
    ['containerd.toml', containerdConfig(join(place.run, 'containerd'), cni)],
    ['cni/10-kopiur.conflist', JSON.stringify(bridge(place))],
    ['resolv.conf', 'nameserver 127.0.0.1\n'],
    ['kubelet.yaml', stringify(kubelet(place))],
    ['proxy.yaml', stringify(proxy(place))],
    ['Corefile', corefile(place)],
    ['dns.yaml', documents(dns(place))],
    ['storage.yaml', documents(storage(place))],
    ['snapshot-classes.yaml', documents(snapshotClasses(place))],
    ['audit-policy.yaml', stringify(AUDIT_POLICY)],
  ]
  files.forEach(([name, text]) => writeFileSync(join(place.conf, name), text))
}
