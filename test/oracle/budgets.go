package main

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/kubernetes/pkg/controller/disruption"
)

// budgetQuestion asks what a cluster's disruption budgets allow. Each budget has generation 1, so that its status says when it is new.
type budgetQuestion struct {
	Budgets      []*policyv1.PodDisruptionBudget `json:"budgets"`
	Deployments  []*appsv1.Deployment            `json:"deployments"`
	ReplicaSets  []*appsv1.ReplicaSet            `json:"replicaSets"`
	StatefulSets []*appsv1.StatefulSet           `json:"statefulSets"`
	Covered      []*v1.Pod                       `json:"covered"`
}

// budgets runs the disruption controller itself on a cluster that has only these objects, and answers with the statuses it writes.
func budgets(asked *budgetQuestion) ([]policyv1.PodDisruptionBudgetStatus, error) {
	var objects []runtime.Object
	for _, each := range asked.Budgets {
		objects = append(objects, each)
	}
	for _, each := range asked.Deployments {
		objects = append(objects, each)
	}
	for _, each := range asked.ReplicaSets {
		objects = append(objects, each)
	}
	for _, each := range asked.StatefulSets {
		objects = append(objects, each)
	}
	for _, each := range asked.Covered {
		objects = append(objects, each)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client := fake.NewClientset(objects...)
	factory := informers.NewSharedInformerFactory(client, 0)
	controller := disruption.NewDisruptionController(ctx,
		factory.Core().V1().Pods(), factory.Policy().V1().PodDisruptionBudgets(),
		factory.Core().V1().ReplicationControllers(), factory.Apps().V1().ReplicaSets(),
		factory.Apps().V1().Deployments(), factory.Apps().V1().StatefulSets(),
		client, meta.NewDefaultRESTMapper(nil), nil, client.Discovery())
	factory.Start(ctx.Done())
	go controller.Run(ctx)

	statuses := make([]policyv1.PodDisruptionBudgetStatus, len(asked.Budgets))
	for i, budget := range asked.Budgets {
		status, err := statusOf(ctx, client, budget)
		if err != nil {
			return nil, err
		}
		statuses[i] = status
	}
	return statuses, nil
}

// statusOf waits until the controller has written a status, be it that of a failure (failSafe).
func statusOf(ctx context.Context, client *fake.Clientset, budget *policyv1.PodDisruptionBudget) (policyv1.PodDisruptionBudgetStatus, error) {
	for range 6000 {
		now, err := client.PolicyV1().PodDisruptionBudgets(budget.Namespace).Get(ctx, budget.Name, metav1.GetOptions{})
		if err != nil {
			return policyv1.PodDisruptionBudgetStatus{}, err
		}
		if len(now.Status.Conditions) > 0 {
			return now.Status, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return policyv1.PodDisruptionBudgetStatus{}, fmt.Errorf("budget %s/%s got no status within a minute", budget.Namespace, budget.Name)
}
