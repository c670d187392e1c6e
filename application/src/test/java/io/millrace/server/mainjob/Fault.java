// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.io.IOException;
import java.time.Duration;

/** Something that breaks in a cluster, lasts for some time, and is repaired. */
sealed interface Fault {

    /** The part of the cluster that breaks. No part has two faults at once. */
    String part();

    /** Time between the beginning and the repair. */
    Duration lasting();

    void begin(TestCluster cluster) throws Exception;

    void repair(TestCluster cluster) throws Exception;

    /** An instance dies as by {@code kill -9}, and is started again. */
    record InstanceKilled(int instance, Duration lasting) implements Fault {

        @Override
        public String part() {
            return "instance " + instance;
        }

        @Override
        public void begin(TestCluster cluster) {
            cluster.kill(instance);
        }

        @Override
        public void repair(TestCluster cluster) {
            cluster.startAgain(instance);
        }
    }

    /** An instance gets no processor. */
    record InstancePaused(int instance, Duration lasting) implements Fault {

        @Override
        public String part() {
            return "instance " + instance;
        }

        @Override
        public void begin(TestCluster cluster) {
            cluster.pause(instance);
        }

        @Override
        public void repair(TestCluster cluster) {
            cluster.resume(instance);
        }
    }

    /** An instance stops in order, which moves its partitions, and is started again, which moves partitions back. */
    record InstanceStopped(int instance, Duration lasting) implements Fault {

        @Override
        public String part() {
            return "instance " + instance;
        }

        @Override
        public void begin(TestCluster cluster) {
            cluster.instance(instance).process().requestStop();
        }

        @Override
        public void repair(TestCluster cluster) {
            int _ = cluster.instance(instance).process().awaitExit();
            cluster.startAgain(instance);
        }
    }

    /** The broker dies, and is started again over its log. */
    record BrokerKilled(Duration lasting) implements Fault {

        @Override
        public String part() {
            return "broker";
        }

        @Override
        public void begin(TestCluster cluster) throws InterruptedException {
            cluster.broker().kill();
        }

        @Override
        public void repair(TestCluster cluster) throws IOException {
            cluster.broker().start();
        }
    }

    /** The broker gets no processor. */
    record BrokerPaused(Duration lasting) implements Fault {

        @Override
        public String part() {
            return "broker";
        }

        @Override
        public void begin(TestCluster cluster) {
            TestCluster.signal(cluster.broker().pid(), "STOP");
        }

        @Override
        public void repair(TestCluster cluster) {
            TestCluster.signal(cluster.broker().pid(), "CONT");
        }
    }

    /** All processes of the database die at once; the server recovers from its log. */
    record DatabaseKilled() implements Fault {

        @Override
        public String part() {
            return "database";
        }

        /** The server is started again at once. */
        @Override
        public Duration lasting() {
            return Duration.ZERO;
        }

        @Override
        public void begin(TestCluster cluster) {
            cluster.database().crash();
        }

        @Override
        public void repair(TestCluster cluster) {
            cluster.awaitDatabase();
        }
    }

    /** The processes of the database get no processor. */
    record DatabasePaused(Duration lasting) implements Fault {

        @Override
        public String part() {
            return "database";
        }

        @Override
        public void begin(TestCluster cluster) {
            cluster.database().pause();
        }

        @Override
        public void repair(TestCluster cluster) {
            cluster.database().resume();
        }
    }
}
