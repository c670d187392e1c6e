// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * This process among others. ({@code millrace.data-dir} is not here: {@link io.millrace.server.platform.start.DataDirectory} stands for it.)
 *
 * @param instanceId {@code millrace.instance-id}: the name of this instance in the cluster; by default generated at the first start
 *     and kept in the data directory
 */
@ConfigurationProperties("millrace")
public record InstanceSettings(String instanceId) {}
