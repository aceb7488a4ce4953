// Package k8s has aliases of Kubernetes types.
package k8s

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
)

type (
	Pod           = corev1.Pod
	Service       = corev1.Service
	NetworkPolicy = networkingv1.NetworkPolicy
)
