// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import org.jspecify.annotations.Nullable;

/**
 * One operation of one agent: an access, a memory barrier, a control barrier, or an API operation on memory domains. The
 * availability and visibility operations that an instruction implies are not events of their own: they have its place.
 *
 * @param agent who executes it
 * @param text how the test writes it
 * @param line the line in the test's file, from 1
 * @param access what it does to memory; null for barriers and domain operations
 * @param semantics its memory semantics
 * @param scope its memory scope, and of a control barrier the execution scope; null for plain accesses and domain operations
 * @param fence whether it is a memory barrier; a control barrier with semantics is one
 * @param controlBarrier the dynamic instance of a control barrier; null for everything else
 * @param domain the domain operation; null for everything else
 * @param domainLocations the locations that a domain operation includes, as bits; -1 for all
 */
public record Event(
        ModelAgent agent,
        String text,
        int line,
        @Nullable ModelAccess access,
        MemorySemantics semantics,
        @Nullable ModelScope scope,
        boolean fence,
        @Nullable Integer controlBarrier,
        @Nullable DomainOperation domain,
        long domainLocations) {

    /** An access. */
    public static Event access(
            ModelAgent agent,
            String text,
            int line,
            ModelAccess access,
            MemorySemantics semantics,
            @Nullable ModelScope scope) {
        return new Event(agent, text, line, access, semantics, scope, false, null, null, 0);
    }

    /** A memory barrier. */
    public static Event fence(
            ModelAgent agent, String text, int line, MemorySemantics semantics, @Nullable ModelScope scope) {
        return new Event(agent, text, line, null, semantics, scope, true, null, null, 0);
    }

    /** A control barrier; with acquire or release semantics it is a memory barrier too. */
    public static Event controlBarrier(
            ModelAgent agent,
            String text,
            int line,
            MemorySemantics semantics,
            @Nullable ModelScope scope,
            int instance) {
        return new Event(
                agent,
                text,
                line,
                null,
                semantics,
                scope,
                semantics.acquire() || semantics.release(),
                instance,
                null,
                0);
    }

    /** A domain operation on some locations, or on all with -1. */
    public static Event domain(ModelAgent agent, String text, int line, DomainOperation operation, long locations) {
        return new Event(agent, text, line, null, MemorySemantics.RELAXED, null, false, null, operation, locations);
    }

    /** Whether it reads memory. */
    public boolean reads() {
        return access != null && access.reads();
    }

    /** Whether it writes memory. */
    public boolean writes() {
        return access != null && access.writes();
    }

    /** Whether it is an atomic operation. */
    public boolean atomic() {
        return access != null && access.atomic();
    }

    /** The locations that it accesses; none when it is no access. */
    public long locations() {
        return access == null ? 0 : access.locations();
    }

    /** The storage class that it accesses; -1 without one. */
    public int storageClass() {
        return access == null ? -1 : access.storageClass();
    }

    /** Whether it takes part in communication between agents. */
    public boolean nonPrivate() {
        return access != null && access.nonPrivate();
    }

    /** Whether it performs availability operations in the shader's domains. */
    public boolean makesAvailable() {
        return semantics.makeAvailable() || (access != null && access.available());
    }

    /** Whether it performs visibility operations from the shader's domains. */
    public boolean makesVisible() {
        return semantics.makeVisible() || (access != null && access.visible());
    }

    /** Whether both are memory accesses through one reference. */
    public boolean sharesReference(Event other) {
        return access != null && other.access != null && access.reference() == other.access.reference();
    }
}
