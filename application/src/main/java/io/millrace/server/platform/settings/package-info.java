// SPDX-License-Identifier: Apache-2.0
/**
 * The settings for operators, one record per feature. Each record component documents its Spring property; the property
 * can also be set as an environment variable: {@code millrace.mqtt.port} is {@code MILLRACE_MQTT_PORT}. The defaults
 * are in {@code application.yaml}.
 */
@NullMarked
package io.millrace.server.platform.settings;

import org.jspecify.annotations.NullMarked;
