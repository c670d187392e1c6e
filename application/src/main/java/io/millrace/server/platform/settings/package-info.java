// SPDX-License-Identifier: Apache-2.0
/**
 * What an operator can set, one record per feature. Each component can be given as a Spring property of the name that its record
 * says, or as an environment variable: {@code millrace.mqtt.port} is {@code MILLRACE_MQTT_PORT}. The defaults stand in {@code
 * application.yaml}.
 */
@NullMarked
package io.millrace.server.platform.settings;

import org.jspecify.annotations.NullMarked;
