//go:build tools

// Package tools pins the kopia release that the product is built and tested with.
package tools

import _ "github.com/kopia/kopia"
