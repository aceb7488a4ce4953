// Package auditpb has the messages of audit.proto, without methods of bale gen.
package auditpb
