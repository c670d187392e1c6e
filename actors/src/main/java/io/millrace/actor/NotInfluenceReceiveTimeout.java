// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** Marks messages that do not count when an actor waits for its {@linkplain ActorContext#setReceiveTimeout receive timeout}. */
public interface NotInfluenceReceiveTimeout {}
