// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of this process in the cluster. {@code millrace.data-dir} is not included; see
 * {@link io.millrace.server.platform.start.DataDirectory}.
 *
 * @param instanceId {@code millrace.instance-id}: the name of this instance in the cluster; by default generated at the
 *     first start and stored in the data directory
 */
@ConfigurationProperties("millrace")
public record InstanceSettings(String instanceId) {}
