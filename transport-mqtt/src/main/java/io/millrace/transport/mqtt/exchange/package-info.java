// SPDX-License-Identifier: Apache-2.0
/** What devices and gateways have in common: the application behind them, refusals, and the requests to one device. */
@NullMarked
package io.millrace.transport.mqtt.exchange;

import org.jspecify.annotations.NullMarked;
