// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

/** A file format of timelines: what it is given it writes at once. */
interface TimelineWriter {

    /** Says what a group of tracks is, before its first track. */
    void group(Track.Group group);

    /** Says what a track is, before its first event. */
    void track(Track track);

    /** Writes an event at a time in nanoseconds. */
    void event(TimelineEvent event, long nanos);

    /** Bytes written, before packing. */
    long written();

    /** No more bytes than an event takes, its track's description included. */
    long most(TimelineEvent event);

    /** What the other end of a flow takes at most. */
    long flowBytes();

    /** What the bare end of a slice takes at most. */
    long endBytes();

    /** Ends the file. */
    void close();
}
