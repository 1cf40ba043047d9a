package dev.baton.engine;

import org.camunda.bpm.engine.impl.cmd.DefaultJobRetryCmd;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;

/** Counts a failed run of a job, and adds to its message what to do about the incident. */
final class FailedJob extends DefaultJobRetryCmd {

    private static final int MAX_REASON = 1_000;

    FailedJob(String jobId, Throwable failure) {
        super(jobId, failure);
    }

    @Override
    protected void logException(JobEntity job) {
        super.logException(job);
        String reason = exception.getMessage() == null ? exception.toString() : exception.getMessage();
        job.setExceptionMessage((reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) + "…" : reason)
                + " | The task is still in its state. Remove the cause (the stack trace says where), then give the"
                + " job another try: 'Increment Number of Retries' in Cockpit, or PUT /engine-rest/job/" + job.getId()
                + "/retries {\"retries\":1}. The task goes on from there.");
    }
}
