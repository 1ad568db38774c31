//go:build tools

// Package tools pins the etcd release that the cluster tests run.
package tools

import _ "go.etcd.io/etcd/server/v3"
