#!/bin/bash
# pid 1 of a local cluster's own pid, mount, net and uts namespaces. Everything the cluster is lives in here: killing this
# process ends it. Settings come from the file named by $1 (written by up.ts). It stays in bash because bash reaps adopted children.
set -euo pipefail
. "$1"
ulimit -n 1048576 2>/dev/null || true

mount --make-rprivate /
mount --make-rshared / # kubelet and containerd want shared propagation; without the first line mounts would leak to the machine
hostname "$NODE_NAME"
mount -t tmpfs -o mode=755 kopiur-run /run
mkdir -p /run/kopiur-containerd /run/kopiur-cni /run/lock
mkdir -p "$RUN"/{varlog,cnicache,kubelet,etcd,csi}
mount --bind "$RUN/varlog" /var/log
mount --bind "$RUN/cnicache" /var/lib/cni
mount --bind "$RUN/kubelet" /var/lib/kubelet
mount --make-shared /var/lib/kubelet
# kubelet would set these three for the whole machine: it gets files that hold its values already
for setting in vm/overcommit_memory=1 kernel/panic=10 kernel/panic_on_oops=1; do
  file="$RUN/sysctl.$(basename "${setting%=*}")"
  echo "${setting#*=}" >"$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done

ip link set lo up
for _ in $(seq 100); do ip link show "$NODE_LINK" >/dev/null 2>&1 && break; sleep 0.05; done
ip addr add "$NODE_ADDRESS/30" dev "$NODE_LINK"
ip link set "$NODE_LINK" up
ip route add default via "$HOST_ADDRESS" # also needed to dial service addresses: DNAT happens after a route was found
sysctl -qw net.ipv4.ip_forward=1
sysctl -qw net.bridge.bridge-nf-call-iptables=1 2>/dev/null || true

# kubelet does not make its cgroup root (cgroup v1: one tree a controller)
for tree in /sys/fs/cgroup/*/; do
  tree=${tree%/}
  if [ "$(stat -fc %T "$tree")" = cgroupfs ]; then mkdir -p "$tree$CGROUP"; fi
done
if [ -d "/sys/fs/cgroup/cpuset$CGROUP" ]; then
  for file in cpus mems; do cat "/sys/fs/cgroup/cpuset/cpuset.$file" >"/sys/fs/cgroup/cpuset$CGROUP/cpuset.$file"; done
fi
chmod 700 "$RUN/etcd"

start() {
  local name=$1
  shift
  "$@" >>"$LOGS/$name.log" 2>&1 &
  echo $! >"$RUN/pid.$name"
}

start containerd containerd -c "$CONF/containerd.toml"
start etcd "$BIN/etcd" --name local --data-dir "$RUN/etcd" --unsafe-no-fsync \
  --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380 --initial-advertise-peer-urls http://127.0.0.1:2380 --initial-cluster local=http://127.0.0.1:2380
# shellcheck disable=SC2086 # AUDIT_FLAGS is a list
start apiserver "$BIN/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --secure-port=6443 --advertise-address="$NODE_ADDRESS" \
  --tls-cert-file="$PKI/apiserver.crt" --tls-private-key-file="$PKI/apiserver.key" --client-ca-file="$PKI/ca.crt" \
  --service-account-issuer=https://kubernetes.default.svc.cluster.local --service-account-key-file="$PKI/sa.pub" \
  --service-account-signing-key-file="$PKI/sa.key" --requestheader-client-ca-file="$PKI/ca.crt" \
  --requestheader-allowed-names=front-proxy-client --requestheader-username-headers=X-Remote-User \
  --requestheader-group-headers=X-Remote-Group --requestheader-extra-headers-prefix=X-Remote-Extra- \
  --service-cluster-ip-range="$SERVICE_RANGE" --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction \
  --allow-privileged=true --kubelet-client-certificate="$PKI/apiserver-kubelet.crt" --kubelet-client-key="$PKI/apiserver-kubelet.key" \
  --kubelet-certificate-authority="$PKI/ca.crt" --kubelet-preferred-address-types=InternalIP --max-requests-inflight=3000 $AUDIT_FLAGS
for _ in $(seq 1200); do
  curl -sf -o /dev/null --cacert "$PKI/ca.crt" https://127.0.0.1:6443/readyz && break
  sleep 0.05
done
start controller-manager "$BIN/kube-controller-manager" --kubeconfig="$PKI/controller-manager.kubeconfig" \
  --authentication-kubeconfig="$PKI/controller-manager.kubeconfig" --authorization-kubeconfig="$PKI/controller-manager.kubeconfig" \
  --leader-elect=false --flex-volume-plugin-dir=/run/flexvolume --use-service-account-credentials=true --root-ca-file="$PKI/ca.crt" \
  --service-account-private-key-file="$PKI/sa.key" --cluster-signing-cert-file="$PKI/ca.crt" --cluster-signing-key-file="$PKI/ca.key" \
  --bind-address=127.0.0.1 --pvclaimbinder-sync-period=2s --kube-api-qps=200 --kube-api-burst=400
start scheduler "$BIN/kube-scheduler" --kubeconfig="$PKI/scheduler.kubeconfig" --authentication-kubeconfig="$PKI/scheduler.kubeconfig" \
  --authorization-kubeconfig="$PKI/scheduler.kubeconfig" --leader-elect=false --bind-address=127.0.0.1
start proxy "$BIN/kube-proxy" --config="$CONF/proxy.yaml"
start kubelet "$BIN/kubelet" --config="$CONF/kubelet.yaml" --kubeconfig="$PKI/kubelet.kubeconfig" --hostname-override="$NODE_NAME" \
  --node-ip="$NODE_ADDRESS" --root-dir=/var/lib/kubelet --v=2
start coredns "$BIN/coredns" -conf "$CONF/Corefile"

export KUBECONFIG="$PKI/admin.kubeconfig"
plugin=/var/lib/kubelet/plugins/$CSI_DRIVER
mkdir -p "$plugin" /var/lib/kubelet/plugins_registry
start csi-driver "$BIN/csi-driver" --kubeconfig "$KUBECONFIG" --name "$CSI_DRIVER" --node "$NODE_NAME" --base "$RUN/csi"
{
  "$BIN/kubectl" apply --server-side -f "$CRDS" -f "$CONF/storage.yaml" -f "$CONF/dns.yaml"
  "$BIN/kubectl" wait --for=condition=Established crd --all --timeout=30s
  "$BIN/kubectl" apply --server-side -f "$CONF/snapshot-classes.yaml"
} >>"$LOGS/storage.log" 2>&1
patient=(--kube-api-qps=100 --kube-api-burst=200 --retry-interval-start=200ms --retry-interval-max=5s)
start snapshot-controller "$BIN/snapshot-controller" --kubeconfig "$KUBECONFIG" "${patient[@]}"
for _ in $(seq 200); do [ -S "$plugin/csi.sock" ] && break; sleep 0.05; done
start csi-snapshotter "$BIN/csi-snapshotter" --kubeconfig "$KUBECONFIG" --csi-address "$plugin/csi.sock" "${patient[@]}"
touch "$RUN/started"

trap 'exit 0' TERM
while :; do sleep 3600 & wait $! || true; done
