// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a node to the catalogue, the editor and the documentation. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface NodeType {

    /** Millrace's own id of the type: {@code filter.script}. */
    String id();

    /** The class name of the type in ThingsBoard's exports, or empty if ThingsBoard has no such node. */
    String alias() default "";

    NodeGroup group();

    /** The name in the editor's palette. */
    String name();

    /** One or two sentences for the user who chooses a node. */
    String description();

    /** The labels by which messages leave, without {@code Failure}, which every node has. */
    String[] labels() default {NodeResult.SUCCESS};

    /** Whether connections may have labels besides {@link #labels()}. */
    boolean customLabels() default false;

    /** Version of the configuration, as ThingsBoard counts it. */
    int version() default 0;

    /** Whether the node has an effect outside the message: it stores, sends, calls or logs. */
    boolean effect() default false;

    /**
     * Whether its answers wait for Millrace's own stores. While these are unavailable its messages wait and none fails,
     * so it has neither a limit of its own nor a breaker: the queue's room limits the number of waiting messages.
     */
    boolean waitsForStore() default false;

    /** Whether it creates messages by itself, so that no connection has to lead to it. */
    boolean source() default false;

    /** Whether users choose a queue for each node of this type. */
    boolean choosesQueue() default false;
}
