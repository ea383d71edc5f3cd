// Command oracle answers questions about pods with Kubernetes' own code, so that Restow's answers can be held
// against it. It reads one JSON object per line and writes one JSON object per line, in the same order.
// It knows nothing of Restow: every object in a question is one of Kubernetes' API.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/klog/v2"
)

// question is one line of the input; which fields are there depends on its kind.
type question struct {
	Kind string `json:"kind"`
	scheduleQuestion
	quantityQuestion
	selectorQuestion
	requestsQuestion
	budgetQuestion
}

func main() {
	klog.SetLogger(klog.Logger{})
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func run() error {
	scheduler, err := newScheduler()
	if err != nil {
		return err
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	decoder := json.NewDecoder(in)
	encoder := json.NewEncoder(out)
	for line := 1; decoder.More(); line++ {
		var asked question
		if err := decoder.Decode(&asked); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		answer, err := answerTo(scheduler, &asked)
		if err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	}
	return nil
}

func answerTo(scheduler *scheduler, asked *question) (any, error) {
	switch asked.Kind {
	case "schedule":
		return scheduler.schedule(&asked.scheduleQuestion)
	case "quantities":
		return quantities(&asked.quantityQuestion), nil
	case "selectors":
		return selectors(&asked.selectorQuestion), nil
	case "requests":
		return requests(&asked.requestsQuestion), nil
	case "budgets":
		return budgets(&asked.budgetQuestion)
	}
	return nil, fmt.Errorf("unknown kind %q", asked.Kind)
}
