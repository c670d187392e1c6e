// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

/**
 * Another instance of the cluster that calls this one.
 *
 * @param name its {@code millrace.instance-id}
 */
public record InstanceCaller(String name) {}
